import { PresencePort } from "#accounts/users/index.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import { returnToQueue } from "#inbox/tickets/transitions/return.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./snooze.sql.ts";
import { absenceEnd, SNOOZE_DUE, wakeTicket } from "./wake.ts";

/**
 * Every 5 s: wakes snoozed tickets whose time has come, and returns woken ones of absent attendants to their queues
 * (docs/rules/tickets.md#waking, docs/rules/jobs.md#periods).
 */
export const snoozeWaking = defineDueJob({
  job: SNOOZE_DUE,
  every: { seconds: 5 },
  whileHeld: true,
  afterSetBack: true,
  failure: "snoozed tickets not woken; retry in 5 s",
  run: runDue,
});

async function runDue(tenant: Tenant): Promise<void> {
  await inTurns(tenant, (unit) => {
    const due = queryAll(unit.db, sql.dueSnoozes, { now: unit.now });
    for (const { id } of due) wakeTicket(unit, storedTicket(unit.db, id), "time");
    return due.length;
  });
  await inTurns(tenant, (unit) => {
    const due = queryAll(unit.db, sql.dueReturns, { now: unit.now });
    for (const absence of due) returnIfAbsent(unit, absence);
    return due.length;
  });
  const next = queryOne(tenant.db, sql.nextDue);
  const times = [next?.snooze, next?.absence].filter((at) => typeof at === "number");
  const at = times.length === 0 ? null : Math.min(...times);
  tenant.installation.tenants.rescheduleWake(tenant.id, SNOOZE_DUE, at);
}

/** Repeats a transaction until fewer than `AT_A_TIME` rows were due, and lets other work run in between. */
async function inTurns(tenant: Tenant, work: (unit: TenantUnit) => number): Promise<void> {
  while (tenant.write(work) >= sql.AT_A_TIME) await yieldToEventLoop(tenant);
}

interface Absence {
  readonly id: number;
  readonly away: number | null;
  readonly lastSeenAt: number | null;
}

/** Returns the ticket if its attendant was absent all the time; checks again later after a shorter absence. */
function returnIfAbsent(unit: TenantUnit, { id, away, lastSeenAt }: Absence): void {
  const ticket = storedTicket(unit.db, id);
  const presence = unit.tenant.installation.ports.use(PresencePort);
  const { userId, wokenAt } = ticket;
  if (ticket.status !== "open" || userId === null || wokenAt === null) {
    checkAgain(unit, id, null);
    return;
  }
  const offlineSince = presence.offlineSince({ companyId: unit.tenant.id, userId }, lastSeenAt);
  // An attendant who is at work keeps the ticket: `returnOpenWhenOfflineMinutes` decides about later absences.
  const isAtWork = offlineSince === null && away !== 1;
  const absentSince = away === 1 ? wokenAt : Math.max(wokenAt, offlineSince ?? wokenAt);
  const end = isAtWork ? null : absenceEnd(unit, ticket, absentSince);
  if (end === null || end > unit.now) checkAgain(unit, id, end);
  else returnToQueue(unit, ticket, null);
}

/** Stores when the absence is checked next; null = not again. */
const checkAgain = (unit: TenantUnit, id: number, wakeReturnAt: number | null): void =>
  void execute(unit.db, sql.setWakeReturn, { wakeReturnAt, id });
