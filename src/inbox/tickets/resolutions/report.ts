import { timeZoneOf } from "#accounts/settings/index.ts";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import { addDays, daysBetween, startOfDay } from "#platform/dates.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { ResolutionReport } from "./contract.ts";
import * as sql from "./report.sql.ts";

const MAX_DAYS = 366;

/**
 * `GET /reports/resolutions`: how many attendances people finished with each resolution, at most 366 days; for admins, and
 * for supervisors those of their queues. Throws 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION.
 */
export function resolutionReport(
  { tenant, actor }: UserCtx,
  days: { readonly date_from: string; readonly date_to: string },
): ResolutionReport {
  if (!seesEverybody(actor)) throw noPermission();
  const zone = timeZoneOf(tenant);
  const startOf = (key: "date_from" | "date_to", plus: number): number => {
    const day = days[key];
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && startOfDay(day, zone) !== undefined;
    const start = isDay ? startOfDay(addDays(day, plus), zone) : undefined;
    if (start === undefined) throw invalidFields({ [key]: "invalid" });
    return start;
  };
  const [from, to] = [startOf("date_from", 0), startOf("date_to", 1)];
  const length = daysBetween(days.date_from, days.date_to);
  if (length < 0 || length >= MAX_DAYS) throw invalidFields({ date_to: "invalid" });
  const queues = actor.profile === "admin" ? null : JSON.stringify(actor.queueIds);
  const { ids } = queryOne(tenant.db, sql.resolutionsOfFinished, { from, to, queues }) ?? { ids: null };
  const counts = countEach(ids === null ? [] : ids.split(","));
  const named = queryAll(tenant.db, sql.names).map(({ id, name }) => {
    const tickets = counts.get(String(id)) ?? 0;
    counts.delete(String(id));
    return { id, name, tickets };
  });
  // What is left has no resolution, or one that does not exist any more.
  const others = [...counts.values()].reduce((sum, tickets) => sum + tickets, 0);
  const rows = [{ id: null, name: null, tickets: others }, ...named]
    .filter(({ tickets }) => tickets > 0)
    .toSorted((a, b) => b.tickets - a.tickets);
  return { total: rows.reduce((sum, { tickets }) => sum + tickets, 0), rows };
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
