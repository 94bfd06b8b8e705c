import { timeZoneOf } from "#accounts/settings/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { dayAt } from "#platform/dates.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { type Counting, elapsed, paused, withDue } from "./clock.ts";
import { hoursFor } from "./hours.ts";
import { policiesOf } from "./policies.ts";
import type { SlaClock, SlaPolicy } from "./schema.ts";
import * as sql from "./sla.sql.ts";
import { SLA_DUE } from "./wake.ts";

/** The current counting parameters of a policy's clocks, with the hours of this queue. */
export const countingOf = (
  { tenant, now }: TenantUnit,
  { hours, warnPercent }: SlaPolicy,
  queueId: number | null,
): Counting => ({ hours: hoursFor(tenant, hours, queueId), warnPercent, now });

/** The queue whose hours count for a ticket; null = the hours of the company, or every hour. */
export const hoursQueueOf = ({ hours }: SlaPolicy, { queueId }: Ticket): number | null =>
  hours === "queue" ? queueId : null;

/** The counting parameters of a stored clock; undefined when its policy no longer exists. */
function countingOfClock(unit: TenantUnit, clock: SlaClock): Counting | undefined {
  const policy = policiesOf(unit.tenant).byId.get(clock.policyId);
  return policy && countingOf(unit, policy, clock.hoursQueueId);
}

/** The clock to be inserted. */
type Beginning = Pick<
  SlaClock,
  "trackingId" | "target" | "waitedSince" | "startedAt" | "targetMs" | "remainingMs" | "countedFrom"
>;

/** Inserts a clock; undefined when its hours never open. */
export function insertClock(
  unit: TenantUnit,
  { ticket, policy }: { readonly ticket: Ticket; readonly policy: SlaPolicy },
  beginning: Beginning,
  runs: boolean,
): SlaClock | undefined {
  const hoursQueueId = hoursQueueOf(policy, ticket);
  const counting = countingOf(unit, policy, hoursQueueId);
  const started = withDue<SlaClock>(
    {
      id: 0,
      ...beginning,
      ticketId: ticket.id,
      policyId: policy.id,
      hoursQueueId,
      dueAt: 0,
      nextAt: null,
      pausedAt: null,
      warnedAt: null,
      metAt: null,
      missedAt: null,
      droppedAt: null,
      day: null,
      queueId: null,
      userId: null,
      takenMs: null,
    },
    counting,
  );
  if (!started) return undefined;
  const clock = runs ? started : paused(started, counting);
  const { id } = execute(unit.db, sql.insertClock, clock);
  return awaited(unit, { ...clock, id });
}

/** Stores a changed clock. */
export function storeClock(unit: TenantUnit, clock: SlaClock): SlaClock {
  execute(unit.db, sql.updateClock, clock);
  return awaited(unit, clock);
}

function awaited(unit: TenantUnit, clock: SlaClock): SlaClock {
  if (clock.nextAt !== null) unit.scheduleWake(SLA_DUE, clock.nextAt);
  return clock;
}

/** Ends a clock as met; a missed clock stays missed. */
export function meetClock(unit: TenantUnit, ticket: Ticket, clock: SlaClock, at: number = unit.now): void {
  const counting = countingOfClock(unit, clock);
  const outcome =
    clock.missedAt === null
      ? { day: dayAt(at, timeZoneOf(unit.tenant)), queueId: ticket.queueId, userId: ticket.userId }
      : {};
  const takenMs = counting ? elapsed(clock, counting) : null;
  storeClock(unit, { ...clock, ...outcome, metAt: at, takenMs, nextAt: null });
}

/** Ends a clock without counting it; a miss stays counted. */
export function dropClock(unit: TenantUnit, clock: SlaClock, at: number = unit.now): undefined {
  storeClock(unit, { ...clock, droppedAt: at, nextAt: null });
}

/** Reopens a clock that was met or dropped, as if it had not ended. */
export function reopenClock(unit: TenantUnit, clock: SlaClock): SlaClock {
  const outcome = clock.missedAt === null ? { day: null, queueId: null, userId: null } : {};
  const open = { ...clock, metAt: null, droppedAt: null, takenMs: null, ...outcome };
  const counting = countingOfClock(unit, clock);
  return storeClock(unit, (counting && withDue(open, counting)) ?? open);
}
