import { timeZoneOf } from "#accounts/settings/index.ts";
import { findConnection } from "#channels/connections/index.ts";
import { addDays, dayAt, startOfDay } from "#platform/dates.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { RunCause } from "./contract.ts";
import { ReconciliationChanged } from "./events.ts";
import { isNight, LIMITS, nextNight } from "./policy.ts";
import { isHeld, RECONCILIATION_DUE, RunnerPort } from "./runner.ts";
import * as sql from "./runs.sql.ts";
import type { Run } from "./schema.ts";

/** Interval at which the job checks a company with open runs again, ms. */
const LOOK_AGAIN_MS = 60_000;

/** Every minute: creates the runs of the night, and starts or continues due runs (docs/rules/reconciliation.md#runs). */
export const reconciliationJob = defineDueJob({
  job: RECONCILIATION_DUE,
  every: { seconds: 60 },
  failure: "comparison with the phones not started",
  retryMs: LOOK_AGAIN_MS,
  run(tenant) {
    planNight(tenant);
    tenant.installation.ports.use(RunnerPort).start(tenant);
    return nextWake(tenant);
  },
});

/** When the job must check this company again, ms; null = it has no connection to compare. */
function nextWake(tenant: Tenant): number | null {
  const now = tenant.clock.now();
  const open = queryAll(tenant.db, sql.openRuns);
  if (open.some(({ dueAt }) => dueAt <= now)) return now + LOOK_AGAIN_MS;
  const due = open.map(({ dueAt }) => dueAt);
  if (queryAll(tenant.db, sql.comparedConnections, { linkedBefore: now }).length > 0)
    due.push(nextNight(now, timeZoneOf(tenant)));
  return due.length === 0 ? null : Math.min(...due);
}

function planNight(tenant: Tenant): void {
  const now = tenant.clock.now();
  tenant.write(({ db }) => {
    execute(db, sql.deleteOldRuns, { before: now - LIMITS.keptMs });
    execute(db, sql.forgetRemoved, { before: now - LIMITS.removedKeptMs });
  });
  if (!isNight(now, timeZoneOf(tenant))) return;
  const linkedBefore = now - LIMITS.linkedForMs;
  for (const { id } of queryAll(tenant.db, sql.comparedConnections, { linkedBefore })) {
    const last = queryOne(tenant.db, sql.lastOfCause, { connectionId: id, cause: "night" })?.at ?? 0;
    if (last < startOfToday(tenant)) tenant.write((unit) => createRun(unit, id, "night", unit.now));
  }
}

const startOfToday = (tenant: Tenant): number => {
  const zone = timeZoneOf(tenant);
  return startOfDay(dayAt(tenant.clock.now(), zone), zone) ?? 0;
};

/** The next midnight of the company, ms, at which its budget of chats starts again. */
export function startOfTomorrow(tenant: Tenant): number {
  const zone = timeZoneOf(tenant);
  return startOfDay(addDays(dayAt(tenant.clock.now(), zone), 1), zone) ?? 0;
}

/** How many chats may still be requested today, by hand or by the product (docs/rules/reconciliation.md#budget). */
export function chatsLeft(tenant: Tenant, connectionId: number, isManual: boolean): number {
  const since = startOfToday(tenant);
  const asked =
    queryOne(tenant.db, sql.askedSince, { connectionId, since, manual: isManual ? 1 : 0 })?.n ?? 0;
  const most = isManual
    ? LIMITS.manualChatsPerDay
    : (findConnection(tenant.db, connectionId)?.reconcileChats ?? 0);
  return Math.max(0, most - asked);
}

/**
 * Creates a run and its wake-up. Undefined when the connection has an open run, no chats are left today, or its number
 * is restricted.
 */
export function createRun(
  unit: TenantUnit,
  connectionId: number,
  cause: RunCause,
  dueAt: number,
): Run | undefined {
  const { tenant } = unit;
  const mostChats = chatsLeft(tenant, connectionId, cause === "manual");
  if (mostChats === 0 || isHeld(tenant, connectionId)) return undefined;
  if (queryOne(unit.db, sql.openRunOf, { connectionId })) return undefined;
  const { id } = execute(unit.db, sql.insertRun, {
    connectionId,
    cause,
    dueAt,
    mostChats,
    createdAt: unit.now,
  });
  unit.scheduleWake(RECONCILIATION_DUE, dueAt);
  unit.emit(ReconciliationChanged, { connectionId });
  return queryOne(unit.db, sql.runById, { id });
}
