import { TicketChanged } from "#inbox/tickets/events.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./check.sql.ts";
import { DAY_MS, HOUR_MS } from "./fold.sql.ts";
import { foldAllChanges, foldChanges, foldSome } from "./fold.ts";

const JOB = "metrics";
/** Number of days that the nightly check covers (docs/rules/dashboard.md#totals). */
const CHECKED_DAYS = 3;
/** Hour of the check: 06:00 UTC, night in the time zones of most customers. */
const NIGHT_MS = 6 * HOUR_MS;

/** Returns the time of the next nightly check after a time, ms. */
const nightAfter = (atMs: number): number => Math.floor((atMs - NIGHT_MS) / DAY_MS + 1) * DAY_MS + NIGHT_MS;

/**
 * Each night, in companies with changed tickets: rebuilds the totals of the last three days, and of every day since the
 * previous check, from the rows. This corrects changes that bypassed `metric_change`.
 */
export const checkMetrics = defineDueJob({
  job: JOB,
  every: { seconds: 60 },
  failure: "dashboard totals not checked",
  retryMs: HOUR_MS,
  yields: true,
  async run(tenant) {
    // Adds pending changes in batches first, so that few remain for the single transaction of the check.
    await foldChanges(tenant);
    rebuildMetrics(tenant);
    return null;
  },
});

/** Number of ticket changes after which the totals are updated; this bounds how long a dashboard request waits. */
const FOLDED_AFTER = 100;

/**
 * Every ticket change schedules the company's next check, for which the job opens the company if its database is closed. Every 100th
 * change also updates the totals.
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
  const last = queryOne(tenant.db, sql.lastCheck)?.at ?? now;
  const end = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const begin = Math.floor(Math.min(now, last) / HOUR_MS) * HOUR_MS - CHECKED_DAYS * DAY_MS;
  tenant.write((unit) => {
    foldAllChanges(tenant);
    for (let from = begin; from < end; from += DAY_MS) rebuildSpan(unit, from, Math.min(from + DAY_MS, end));
    for (const { lengthMs, deleteSums, rebuild } of sql.LONGER_SUMS) {
      const from = begin - (begin % lengthMs);
      execute(unit.db, deleteSums, { from });
      execute(unit.db, rebuild, { from });
    }
    execute(unit.db, sql.writeCheck, { now });
  });
}

function rebuildSpan({ db, tenant }: TenantUnit, from: number, to: number): void {
  const wrong = queryOne(db, sql.countWrong, { from, to })?.wrong ?? 0;
  if (wrong > 0) tenant.log.warn({ from, hours: wrong }, "dashboard totals differed from the rows; rebuilt");
  execute(db, sql.deleteHours, { from, to });
  execute(db, sql.rebuildHours, { from, to });
}
