import { TicketChanged } from "#inbox/tickets/events.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./check.sql.ts";
import { DAY_MS, HOUR_MS } from "./fold.sql.ts";
import { foldAllChanges, foldSome } from "./fold.ts";

const JOB = "metrics";
/** The nightly check covers this time (docs/rules/dashboard.md#totals). */
const CHECKED_DAYS = 3;
/** Six in the morning UTC: night where most of our customers are. */
const NIGHT_MS = 6 * HOUR_MS;

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
      failure: "dashboard totals not checked",
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
