import { runningTracking, showSla, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { elapsed, isOverdue, paused, resumed, retargeted, underHours } from "./clock.ts";
import { recordMiss } from "./miss.ts";
import { matchingPolicy, policiesOf, promised } from "./policies.ts";
import {
  countingOf,
  dropClock,
  hoursQueueOf,
  insertClock,
  meetClock,
  reopenClock,
  storeClock,
} from "./rows.ts";
import type { SlaClock, SlaPolicy } from "./schema.ts";
import * as sql from "./sla.sql.ts";
import { shownOf } from "./summary.ts";
import { type Attendance, isWithPeople, type WantedClock, wantedClocks } from "./wanted.ts";

interface Settling {
  /** The ticket before the change; null = it is new, or it is not known. */
  readonly before: Ticket | null;
  /** True = choose the policy again: queue, tags, priority, connection or fields changed, or the attendance is new. */
  readonly choose: boolean;
}

/**
 * Updates the clocks of a ticket to its state at the end of a transaction (docs/rules/sla.md#clocks):
 * starts, pauses, resumes, meets and drops them, and writes only rows that change.
 */
export function settleTicket(unit: TenantUnit, ticketId: number, { before, choose }: Settling): void {
  const ticket = ticketById(unit.db, ticketId);
  if (!ticket) return;
  const clocks = openClocks(unit, before ?? ticket);
  const attendance =
    ticket.status === "closed" || ticket.isGroup ? undefined : runningTracking(unit.db, ticket.id);
  if (!attendance) {
    for (const clock of clocks) endClock(unit, ticket, clock);
    // A close that can be undone: the attendance continues under the policy of the changed ticket.
    const isChosen = choose && ticket.closeSettlesAt !== null;
    const policyId = isChosen ? (matchingPolicy(unit.tenant, ticket.id)?.id ?? null) : ticket.slaPolicyId;
    showSla(unit, ticketId, shownOf(policyId, []));
    return;
  }
  const policy = policyOf(unit, ticket, choose);
  const open = policy ? settleClocks(unit, { ticket, before, attendance, policy }, clocks) : [];
  if (!policy) for (const clock of clocks) dropClock(unit, clock);
  showSla(unit, ticketId, shownOf(policy?.id ?? null, open));
}

/** The open clocks, after recording overdue ones as missed. `was`: the ticket at the due time. */
const openClocks = (unit: TenantUnit, was: Ticket): SlaClock[] =>
  queryAll(unit.db, sql.openClocks, { ticketId: was.id }).map((clock) =>
    isOverdue(clock, unit.now) ? recordMiss(unit, was, clock) : clock,
  );

/** The chosen policy is kept until the next choice, or until it is switched off or deleted. */
function policyOf({ tenant }: TenantUnit, ticket: Ticket, choose: boolean): SlaPolicy | undefined {
  if (choose) return matchingPolicy(tenant, ticket.id);
  if (ticket.slaPolicyId === null) return undefined;
  const { active } = policiesOf(tenant);
  return active.find(({ id }) => id === ticket.slaPolicyId) ?? matchingPolicy(tenant, ticket.id);
}

interface Situation {
  readonly ticket: Ticket;
  readonly before: Ticket | null;
  readonly attendance: Attendance;
  readonly policy: SlaPolicy;
}

function settleClocks(unit: TenantUnit, situation: Situation, clocks: readonly SlaClock[]): SlaClock[] {
  const { ticket, attendance } = situation;
  const wanted = wantedOf(unit, situation);
  const open: SlaClock[] = [];
  const taken = new Set<WantedClock>();
  for (const clock of clocks) {
    const match = wanted.find(
      ({ target, waitedSince }) => target === clock.target && waitedSince === clock.waitedSince,
    );
    if (match && clock.trackingId === attendance.id) {
      taken.add(match);
      const kept = continued(unit, situation, clock, match);
      if (kept) open.push(kept);
    } else if (clock.waitedSince !== null && ticket.waitingSince === null) meetClock(unit, ticket, clock);
    else dropClock(unit, clock);
  }
  for (const one of wanted) {
    const began = taken.has(one) ? undefined : begun(unit, situation, one);
    if (began) open.push(began);
  }
  return open;
}

function wantedOf({ db, now }: TenantUnit, { ticket, before, attendance, policy }: Situation): WantedClock[] {
  const isQueueless = () => !queryOne(db, sql.hasQueues, { connectionId: ticket.connectionId });
  const isReached = before !== null && before.status !== "closed" && !isWithPeople(before, isQueueless);
  return wantedClocks(ticket, attendance, policy, { isQueueless, reachedAt: isReached ? now : null }).filter(
    ({ target }) => promised(policy, target) !== null,
  );
}

const continued = (unit: TenantUnit, situation: Situation, clock: SlaClock, wanted: WantedClock) =>
  clock.policyId === situation.policy.id
    ? adjusted(unit, situation, clock, wanted.runs)
    : transferred(unit, situation, clock, wanted.runs);

/** Updates a clock of the same policy: paused or running, with the current hours of the queue and promised minutes. */
function adjusted(
  unit: TenantUnit,
  { ticket, policy }: Situation,
  clock: SlaClock,
  runs: boolean,
): SlaClock | undefined {
  const targetMs = promised(policy, clock.target) ?? clock.targetMs;
  const queueId = hoursQueueOf(policy, ticket);
  const former = countingOf(unit, policy, clock.hoursQueueId);
  const counting = queueId === clock.hoursQueueId ? former : countingOf(unit, policy, queueId);
  let next: SlaClock | undefined = clock;
  if (next.targetMs !== targetMs) next = retargeted(next, targetMs, former);
  if (next && next.hoursQueueId !== queueId) next = underHours(next, queueId, former, counting);
  if (next) next = runs ? resumed(next, counting) : paused(next, counting);
  if (!next) return dropClock(unit, clock);
  return next === clock ? clock : storeClock(unit, next);
}

/** Moves a clock to another policy: the elapsed open time counts against the minutes of that policy. */
function transferred(
  unit: TenantUnit,
  { ticket, policy }: Situation,
  clock: SlaClock,
  runs: boolean,
): SlaClock | undefined {
  const former = policiesOf(unit.tenant).byId.get(clock.policyId) ?? policy;
  const passed = elapsed(clock, countingOf(unit, former, clock.hoursQueueId));
  dropClock(unit, clock);
  const targetMs = promised(policy, clock.target) ?? 0;
  const { trackingId, target, waitedSince, startedAt } = clock;
  const beginning = { trackingId, target, waitedSince, startedAt, targetMs, countedFrom: unit.now };
  return insertClock(unit, { ticket, policy }, { ...beginning, remainingMs: targetMs - passed }, runs);
}

/** Starts a clock, or reopens the clock that an undone answer had ended. */
function begun(unit: TenantUnit, situation: Situation, wanted: WantedClock): SlaClock | undefined {
  const { ticket, attendance, policy } = situation;
  const { target, waitedSince, runs, begins, startsAt } = wanted;
  const of = { trackingId: attendance.id, target, waitedSince };
  const met =
    waitedSince === null ? undefined : queryOne(unit.db, sql.metClock, { ...of, policyId: policy.id });
  if (met) return adjusted(unit, situation, reopenClock(unit, met), runs);
  if (!begins) return undefined;
  const [targetMs, startedAt] = [promised(policy, target) ?? 0, Math.min(startsAt, unit.now)];
  const times = { startedAt, countedFrom: startedAt, targetMs, remainingMs: targetMs };
  return insertClock(unit, { ticket, policy }, { ...of, ...times }, runs);
}

/**
 * Meets the response clocks if the transaction of the close also contains an answer; otherwise the close ends them without counting them.
 */
export function meetAnswered(unit: TenantUnit, beforeClose: Ticket): void {
  if (beforeClose.waitingSince !== null) return;
  for (const clock of openClocks(unit, beforeClose))
    if (clock.waitedSince !== null) meetClock(unit, beforeClose, clock);
}

/** Continues the clocks that an undone close had ended (docs/rules/sla.md#undo). */
export function resumeAfterClose(unit: TenantUnit, ticketId: number, closedAt: number): void {
  const tracking = runningTracking(unit.db, ticketId);
  if (!tracking) return;
  for (const clock of queryAll(unit.db, sql.endedByClose, { trackingId: tracking.id, closedAt }))
    reopenClock(unit, clock);
}

/**
 * Ends a clock of a closed ticket. A resolution is met, unless the ticket was merged or imported; a response that was not given is
 * not counted.
 */
function endClock(unit: TenantUnit, ticket: Ticket, clock: SlaClock): void {
  const at = ticket.closedAt ?? unit.now;
  const isDone = ticket.closeReason !== "merged" && ticket.closeReason !== "import";
  if (clock.target === "resolution" && ticket.status === "closed" && isDone)
    meetClock(unit, ticket, clock, at);
  else dropClock(unit, clock, at);
}
