import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import type { DashboardQuery } from "#inbox/dashboard/contract.ts";
import {
  activeUsers,
  type Filter,
  filterOf,
  foldChanges,
  periodOf,
  ratingFigures,
  type Span,
  type Sums,
  spanOf,
  sumsByUser,
  total,
} from "#inbox/dashboard/index.ts";
import { mayReadReports, queuesOf } from "#inbox/reports/policy.ts";
import type { RatingScale } from "#inbox/tickets/contract.ts";
import { dayAt } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import type { UserActor, UserCtx } from "#tenants/tenant.ts";
import type { RatingRow, RatingsAnswer, RatingsQuery } from "./contract.ts";
import * as sql from "./rows.sql.ts";

const SCALES = ["three", "five", "nps"] as const;

/**
 * `GET /reports/ratings` (docs/rules/ratings.md#figures): admins see all ratings, supervisors those of their queues.
 * Figures are those of the dashboard, per scale; the list is newest first, 40 rows a page. Throws 403
 * ERR_NO_PERMISSION, 400 ERR_NO_FILTER and ERR_VALIDATION like the dashboard.
 */
export async function readRatings({ tenant, actor }: UserCtx, query: RatingsQuery): Promise<RatingsAnswer> {
  if (!mayReadReports(actor)) throw noPermission();
  await foldChanges(tenant);
  const { db } = tenant;
  const zone = timeZoneOf(tenant);
  const period = periodOf(query, dayAt(tenant.clock.now(), zone), zone);
  const span = spanOf(period, zone);
  const filter = { ...filterOf(query), queues: queuesFor(actor, query.queueIds) };
  const current = setting(tenant, "ratingKind");
  const { rows, next } = pageOf(db, span, filter, query);
  return {
    current,
    period,
    scales: query.after === undefined ? scalesOf(db, span, filter, current) : [],
    rows,
    next,
  };
}

/** Returns the filter on queues. Supervisors see only tickets of their queues, and none without a queue. */
function queuesFor(actor: UserActor, wanted: DashboardQuery["queueIds"]): string | null {
  const asked = filterOf({ queueIds: wanted }).queues;
  const own = queuesOf(actor);
  if (own === null) return asked;
  return JSON.stringify(asked === null ? own : own.filter((id) => wanted?.includes(id)));
}

function scalesOf(db: Db, span: Span, filter: Filter, current: RatingScale): RatingsAnswer["scales"] {
  const names = new Map(queryAll(db, activeUsers).map(({ id, name }) => [id, name]));
  return SCALES.flatMap((scale) => {
    const byUser = sumsByUser(db, span, filter, scale);
    const all = total(byUser.values());
    if (all.rated === 0 && scale !== current) return [];
    return [{ scale, ...ratingFigures(all, scale), attendants: attendantsOf(byUser, names, scale) }];
  });
}

/** People with ratings, the most ratings first. Ratings of deleted people count only in the total. */
const attendantsOf = (
  byUser: ReadonlyMap<number, Sums>,
  names: ReadonlyMap<number, string>,
  scale: RatingScale,
) =>
  [...byUser]
    .flatMap(([id, sums]) => {
      const name = names.get(id);
      return name === undefined || sums.rated === 0 ? [] : [{ id, name, ...ratingFigures(sums, scale) }];
    })
    .toSorted((a, b) => b.rated - a.rated || a.name.localeCompare(b.name));

function pageOf(
  db: Db,
  { fromMs, toMs }: Span,
  filter: Filter,
  query: RatingsQuery,
): { readonly rows: RatingRow[]; readonly next: string | null } {
  const cursor = { from: fromMs, ...cursorOf(query.after, toMs) };
  const found = queryAll(db, sql.rows, {
    ...cursor,
    ...filter,
    scale: query.scale ?? null,
    onlyComments: query.only === "comments" ? 1 : 0,
  });
  const shown = found.slice(0, sql.PAGE);
  const last = found.length > sql.PAGE ? shown.at(-1) : queryOne(db, sql.lastLookedAt, cursor);
  return { rows: shown.map(present), next: last ? `${last.createdAt}.${last.id}` : null };
}

function cursorOf(after: string | undefined, toMs: number): { beforeAt: number; beforeId: number } {
  // A cursor with id 0 excludes the end of the period, because no rating has the id 0.
  if (after === undefined) return { beforeAt: toMs, beforeId: 0 };
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(after) ?? [];
  if (at === undefined || id === undefined || Number(at) >= toMs) throw invalidFields({ after: "invalid" });
  return { beforeAt: Number(at), beforeId: Number(id) };
}

const present = (row: sql.RatingListRow): RatingRow => ({
  id: row.id,
  scale: row.scale,
  rate: row.rate,
  comment: row.comment,
  createdAt: new Date(row.createdAt).toISOString(),
  user: { id: row.userId, name: row.userName ?? "" },
  contact: { id: row.contactId, name: row.contactName },
  ticket: { id: row.ticketId, uuid: row.uuid, protocol: row.protocol, messageId: row.messageId },
});
