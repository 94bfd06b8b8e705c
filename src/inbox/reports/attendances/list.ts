import { timeZoneOf } from "#accounts/settings/index.ts";
import type { AttendanceQuery, AttendancesAnswer } from "#inbox/reports/contract.ts";
import { requireReader } from "#inbox/reports/errors.ts";
import { dayAt } from "#platform/dates.ts";
import { createPageMemory, type PageMemory } from "#platform/page-memory.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Cursor, Rows } from "./attendances.sql.ts";
import { readFirstRows, readRows, type Size } from "./pages.ts";
import { attendancesOf } from "./present.ts";
import { wantedRows } from "./wanted.ts";

const PAGE = 40;
/** Maximum number of rows of the period that a page reads (docs/rules/reports.md#pages). */
const MOST = 20_000;
/** Maximum number of pages read at once when a client continues a list whose earlier pages are not cached. */
const MOST_PAGES = 25;

/** Where the next page begins, and the size of the list when its first page was read. */
type Known = Size & { readonly next: Cursor | null };

/**
 * `GET /reports/attendances`: 40 attendances per page (docs/rules/reports.md#pages), admins and supervisors of their
 * queues. Throws 403 ERR_NO_PERMISSION and the errors of `wantedRows`.
 */
export function attendancePage(ctx: UserCtx, query: AttendanceQuery): AttendancesAnswer {
  requireReader(ctx.actor);
  const { tenant, actor } = ctx;
  const { db } = tenant;
  const { period, ...rows } = wantedRows(ctx, query);
  const list = `${actor.id} ${JSON.stringify({ ...query, pageNumber: 0 })}`;
  const before = query.pageNumber > 1 ? known(tenant, rows, list, query.pageNumber - 1) : undefined;
  if (query.pageNumber > 1 && !before?.next)
    return { attendances: [], count: before?.count ?? 0, hasMore: false, period };
  const { read, size } = before?.next
    ? { read: readRows(db, rows, { after: before.next, limit: PAGE, most: MOST }), size: before }
    : readFirstRows(db, rows, { limit: PAGE, most: MOST });
  pagesOf(tenant).remember(list, query.pageNumber, { ...size, next: read.next });
  const isEmpty = query.pageNumber === 1 && read.ids.length === 0 && read.next === null;
  return {
    attendances: attendancesOf(tenant, read.ids),
    count: size.count,
    ...(size.isMore && { countIsMore: true as const }),
    hasMore: read.next !== null,
    period,
    ...(isEmpty && { nearest: nearestDay(tenant, rows) }),
  };
}

/** The state after a page; recomputed from the first page when it is not cached (restart). */
function known(tenant: Tenant, rows: Rows, list: string, page: number): Known | undefined {
  const memory = pagesOf(tenant);
  const stored = memory.endOf(list, page);
  if (stored || page > MOST_PAGES) return stored;
  const { read, size } = readFirstRows(tenant.db, rows, { limit: PAGE, most: MOST });
  let { next } = read;
  for (let at = 2; at <= page && next !== null; at += 1)
    next = readRows(tenant.db, rows, { after: next, limit: PAGE, most: MOST }).next;
  return { ...size, next };
}

const pagesOf = (tenant: Tenant): PageMemory<Known> =>
  tenant.cached("report-pages", () => createPageMemory<Known>(tenant.clock));

/** For a period without rows: the nearest earlier day with rows, else the nearest later one. Reads at most the nearest 20,000 rows. */
function nearestDay(tenant: Tenant, rows: Rows): string | null {
  const spans = [
    { ...rows, from: 0, to: rows.from, newestFirst: true },
    { ...rows, from: rows.to, to: Number.MAX_SAFE_INTEGER, newestFirst: false },
  ];
  for (const span of spans) {
    const { ids } = readRows(tenant.db, span, { after: undefined, limit: 1, most: MOST });
    const [row] = attendancesOf(tenant, ids);
    const at = row && timeOn(row, rows);
    if (at) return dayAt(Date.parse(at), timeZoneOf(tenant));
  }
  return null;
}

const timeOn = (row: ReturnType<typeof attendancesOf>[number], { axis }: Rows): string | null => {
  switch (axis) {
    case "created":
      return row.createdAt;
    case "started":
      return row.startedAt;
    case "responded":
      return row.firstResponseAt;
    default:
      return row.finishedAt;
  }
};
