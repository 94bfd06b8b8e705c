import { TicketChanged } from "#inbox/tickets/events.ts";
import { all, one, run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { foldAllChanges, foldSome } from "./fold.ts";
import { PARTS } from "./parts.ts";
import { DAY_MS, FOUR_WEEKS_MS, HOUR_MS } from "./sums.ts";

const JOB = "metrics";
/** The nightly check goes this far back (docs/rules/dashboard.md#totals). */
const CHECKED_DAYS = 3;
/** Six in the morning UTC: night where most of our customers are. */
const NIGHT_MS = 6 * HOUR_MS;

const COLUMNS = `user_id, hour_at, queue_id, connection_id, attendances, finished, support_ms, waited, wait_ms, responded,
  response_ms, rated, rate_sum`;
const FRESH = `SELECT user_id, at - at % 3600000 AS hour_at, queue_id, connection_id, sum(attendances) AS attendances,
  sum(finished) AS finished, sum(support_ms) AS support_ms, sum(waited) AS waited, sum(wait_ms) AS wait_ms,
  sum(responded) AS responded, sum(response_ms) AS response_ms, sum(rated) AS rated, sum(rate_sum) AS rate_sum
  FROM (${PARTS}) WHERE at >= ?1 AND at < ?2 GROUP BY 1, 2, 3, 4`;
// Named one by one, the table is entered at each person's hours instead of being read whole.
const EVERYBODY = "user_id IN (SELECT 0 UNION ALL SELECT id FROM user)";
const KEPT = `SELECT ${COLUMNS} FROM hourly_metric WHERE ${EVERYBODY} AND hour_at >= ?1 AND hour_at < ?2`;
const WRONG = `SELECT count(*) AS wrong FROM (SELECT * FROM (${FRESH}) EXCEPT ${KEPT})`;
const FORGET = `DELETE FROM hourly_metric WHERE ${EVERYBODY} AND hour_at >= ? AND hour_at < ?`;
const REBUILD = `INSERT INTO hourly_metric (${COLUMNS}) ${FRESH}`;
/** The totals of days and of four weeks, each from the hours. */
const SPANS = [
  { table: "daily_metric", at: "day_at", lengthMs: DAY_MS },
  { table: "four_week_metric", at: "span_at", lengthMs: FOUR_WEEKS_MS },
].map(({ table, at, lengthMs }) => ({
  lengthMs,
  forget: `DELETE FROM ${table} WHERE ${EVERYBODY} AND ${at} >= ?`,
  rebuild: `INSERT INTO ${table}
    SELECT user_id, hour_at - hour_at % ${lengthMs}, queue_id, connection_id, sum(finished), sum(support_ms), sum(waited),
      sum(wait_ms), sum(responded), sum(response_ms), sum(rated), sum(rate_sum)
    FROM hourly_metric WHERE ${EVERYBODY} AND hour_at >= ? GROUP BY 1, 2, 3, 4`,
}));
const LAST = "SELECT checked_at AS at FROM metric_check WHERE id = 1";
const CHECKED = `INSERT INTO metric_check (id, checked_at) VALUES (1, ?)
  ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`;

/** The next night after a moment, ms. */
const nightAfter = (atMs: number): number => Math.floor((atMs - NIGHT_MS) / DAY_MS + 1) * DAY_MS + NIGHT_MS;

/**
 * Each night, in companies where something happened: the totals of the last three days, and of every day since the
 * check before, are rebuilt from the rows. This corrects what bypassed `metric_change`.
 */
export const checkMetrics = defineJob<Installation>({
  name: JOB,
  every: { seconds: 60 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: JOB,
      failure: "totals of the dashboard not checked",
      retryMs: HOUR_MS,
      yields: true,
      run(tenant) {
        rebuildMetrics(tenant);
        return null;
      },
    }),
});

/** Ticket changes after which the sums are folded, which bounds how long a dashboard request waits. */
const FOLDED_AFTER = 100;

/**
 * Every ticket change schedules the company's next check, also if the company is closed by then; every 100th folds
 * the sums.
 */
export function planChecks({ bus }: Installation): void {
  const changes = new WeakMap<Tenant, number>();
  bus.after(TicketChanged, (tenant) => {
    const { id, clock, installation } = tenant;
    installation.tenants.scheduleWakeUnsynced(id, JOB, nightAfter(clock.now()));
    const count = (changes.get(tenant.base) ?? 0) + 1;
    changes.set(tenant.base, count % FOLDED_AFTER);
    if (count === FOLDED_AFTER) foldSome(tenant);
  });
}

/** Rebuilds the totals of the last days, in one transaction. */
export function rebuildMetrics(tenant: Tenant): void {
  const now = tenant.clock.now();
  const last = one<{ at: number }>(tenant.db, LAST)?.at ?? now;
  const end = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const begin = Math.floor(Math.min(now, last) / HOUR_MS) * HOUR_MS - CHECKED_DAYS * DAY_MS;
  tenant.write((unit) => {
    foldAllChanges(tenant);
    for (let from = begin; from < end; from += DAY_MS) rebuildSpan(unit, from, Math.min(from + DAY_MS, end));
    for (const { lengthMs, forget, rebuild } of SPANS) {
      const from = begin - (begin % lengthMs);
      run(unit.db, forget, from);
      run(unit.db, rebuild, from);
    }
    run(unit.db, CHECKED, now);
  });
}

function rebuildSpan({ db, tenant }: TenantUnit, from: number, to: number): void {
  const wrong = all<{ wrong: number }>(db, WRONG, from, to)[0]?.wrong ?? 0;
  if (wrong > 0) tenant.log.warn({ from, hours: wrong }, "totals differed from the rows and were made anew");
  run(db, FORGET, from, to);
  run(db, REBUILD, from, to);
}
