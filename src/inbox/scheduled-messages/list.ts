import { timeZoneOf } from "#accounts/settings/index.ts";
import { parseInstant, startOfDay } from "#platform/dates.ts";
import { invalidFields } from "#platform/errors.ts";
import { pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import type { ScheduleAnswer, ScheduleQuery } from "./contract.ts";
import { presentSchedule, statusOf } from "./present.ts";
import { countScheduledMessages, listScheduledMessages, type Wanted } from "./queries.ts";

/** Longest period of a calendar request: two months and the weeks around them. */
const MAX_SPAN_MS = 62 * 24 * 60 * 60_000;
/** Maximum number of rows in the answer for a period. */
const SPAN_ROWS = 1000;

/**
 * `GET /schedules`: attendants get their own, admins all. Sorted latest first; pending messages are sorted by the next
 * due first. With `from` and `to`, one answer contains the whole period, for the calendar. Throws 400 ERR_VALIDATION.
 */
export function schedulePage(
  { tenant, actor }: UserCtx,
  query: ScheduleQuery,
): { schedules: ScheduleAnswer[]; count: number; hasMore: boolean } {
  const span = spanOf(tenant, query);
  const wanted: Wanted = {
    search: fold(query.searchParam),
    userId: isAdmin(actor) ? (query.userId ?? null) : actor.id,
    contactId: query.contactId ?? null,
    status: query.status ? statusOf(query.status) : null,
    from: span?.from ?? null,
    to: span?.to ?? null,
  };
  const count = countScheduledMessages(tenant.db, wanted);
  const earliestFirst = span !== undefined || wanted.status === "pending";
  const read = (limit: number, offset: number) =>
    listScheduledMessages(tenant.db, wanted, { earliestFirst, limit, offset });
  const { rows, ...page } = span
    ? { rows: read(SPAN_ROWS, 0), count, hasMore: count > SPAN_ROWS }
    : pageOfRows(count, query.pageNumber, read);
  return { schedules: rows.map((row) => presentSchedule(tenant, row)), ...page };
}

function spanOf(tenant: Tenant, query: ScheduleQuery): { from: number; to: number } | undefined {
  if (!query.from && !query.to) return undefined;
  const from = momentOf(tenant, query.from ?? "");
  const to = momentOf(tenant, query.to ?? "");
  if (from === undefined) throw invalidFields({ from: query.from ? "invalid" : "required" });
  if (to === undefined) throw invalidFields({ to: query.to ? "invalid" : "required" });
  if (to < from || to - from > MAX_SPAN_MS) throw invalidFields({ to: "invalid" });
  return { from, to };
}

/** Parses an instant, a local time of the company, or a day (its first moment). */
function momentOf(tenant: Tenant, text: string): number | undefined {
  const zone = timeZoneOf(tenant);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? startOfDay(text, zone) : parseInstant(text, zone);
}
