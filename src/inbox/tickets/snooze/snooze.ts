import { timeZoneOf } from "#accounts/settings/index.ts";
import { PresencePort } from "#accounts/users/index.ts";
import type { SnoozeBody, TicketAnswer } from "#inbox/tickets/contract.ts";
import { noTicket, ticketChanged, ticketNotOpen } from "#inbox/tickets/errors.ts";
import { TicketSnoozed } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { canSee, maySnooze } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { returnToQueue } from "#inbox/tickets/transitions/return.ts";
import { parseInstant } from "#platform/dates.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, limitReached, noPermission } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./snooze.sql.ts";
import { absenceEnd, SNOOZE_DUE, wakeTicket } from "./wake.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LEAST_MS = 5 * MINUTE_MS;
const MOST_MS = 365 * DAY_MS;
/** A snooze until the customer's reply ends after this time without one. */
const REPLY_MS = 30 * DAY_MS;
/** Maximum number of tickets asleep per attendant. */
const MOST_ASLEEP = 500;

/**
 * `PUT /tickets/{id}/snooze`: puts an open ticket to sleep until a time, the customer's reply, or the first of both
 * (docs/rules/tickets.md#snooze); a snoozed ticket gets the new end. For its owner, supervisors of the queue and admins.
 * Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_TICKET_NOT_OPEN, 409 ERR_TICKET_CHANGED when the customer
 * wrote after `lastCustomerMessageAt`, 409 ERR_LIMIT_REACHED, 400 ERR_VALIDATION for a time out of range.
 */
export function snoozeTicket({ tenant, actor }: UserCtx, id: number, body: SnoozeBody): TicketAnswer {
  tenant.write((unit) => {
    const before = snoozable(unit, { tenant, actor }, id);
    const { lastCustomerMessageAt: seen } = body;
    if (seen !== undefined && (seen === null ? null : Date.parse(seen)) !== before.lastCustomerMessageAt)
      throw ticketChanged();
    putToSleep(unit, before, body, actor.id);
  });
  return presentTicket(tenant, id);
}

/**
 * Puts an open ticket to sleep without checking permissions; `userId` null = the product. Throws 409 ERR_TICKET_NOT_OPEN,
 * 409 ERR_LIMIT_REACHED, 400 ERR_VALIDATION.
 */
export function putToSleep(
  unit: TenantUnit,
  before: Ticket,
  body: SnoozeBody,
  userId: number | null = null,
): void {
  if (before.status !== "open") throw ticketNotOpen();
  const until = endOf(unit, body);
  if (before.asleepSince === null) checkRoom(unit, before);
  execute(unit.db, sql.snooze, { mode: body.mode, until, userId, now: unit.now, id: before.id });
  unit.scheduleWake(SNOOZE_DUE, until);
  record(unit, before, userId);
}

/**
 * `DELETE /tickets/{id}/snooze`: ends the snooze; a ticket that is not snoozed is returned unchanged. Throws 404
 * ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_TICKET_NOT_OPEN.
 */
export function endSnooze({ tenant, actor }: UserCtx, id: number): TicketAnswer {
  tenant.write((unit) => {
    wakeTicket(unit, snoozable(unit, { tenant, actor }, id), "person", actor.id);
  });
  return presentTicket(tenant, id);
}

/**
 * `POST /tickets/{id}/snooze/again`: puts a ticket that is snoozed until a time back to sleep after the customer woke it; the time
 * is unchanged. Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_TICKET_NOT_OPEN, 409 ERR_TICKET_CHANGED when the time
 * has passed, 409 ERR_LIMIT_REACHED.
 */
export function snoozeAgain({ tenant, actor }: UserCtx, id: number): TicketAnswer {
  tenant.write((unit) => {
    const before = snoozable(unit, { tenant, actor }, id);
    if (before.asleepSince !== null) return;
    checkRoom(unit, before);
    if (execute(unit.db, sql.sleepAgain, { now: unit.now, id }).changes === 0) throw ticketChanged();
    record(unit, before, actor.id);
  });
  return presentTicket(tenant, id);
}

function snoozable(unit: TenantUnit, { actor }: UserCtx, id: number): Ticket {
  const ticket = ticketById(unit.db, id);
  if (!ticket || !canSee(actor, ticket)) throw noTicket();
  if (!maySnooze(actor, ticket)) throw noPermission();
  if (ticket.status !== "open") throw ticketNotOpen();
  return ticket;
}

/** Returns the latest end of the snooze, ms. */
function endOf({ now, tenant }: TenantUnit, { mode, until }: SnoozeBody): number {
  if (mode === "reply") return now + REPLY_MS;
  if (!until) throw invalidFields({ until: "required" });
  const at = parseInstant(until, timeZoneOf(tenant));
  if (at === undefined || at < now + LEAST_MS || at > now + MOST_MS)
    throw invalidFields({ until: "invalid" });
  return at;
}

function checkRoom(unit: TenantUnit, { userId }: Ticket): void {
  const asleep = userId === null ? 0 : (queryOne(unit.db, sql.asleepOf, { userId })?.n ?? 0);
  if (asleep >= MOST_ASLEEP) throw limitReached("snoozed", MOST_ASLEEP);
}

function record(unit: TenantUnit, before: Ticket, userId: number | null): void {
  const ticket = storedTicket(unit.db, before.id);
  const until = new Date(ticket.snoozedUntil ?? unit.now).toISOString();
  recordTicketEvent(unit, "snoozed", before, ticket, userId, { mode: ticket.snoozeMode, until });
  unit.emit(TicketSnoozed, { ticket, previous: before, userId });
}

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

/** Repeats a transaction until fewer than `AT_A_TIME` rows were due. Other work of the event loop runs between the transactions. */
async function inTurns(tenant: Tenant, work: (unit: TenantUnit) => number): Promise<void> {
  while (tenant.write(work) >= sql.AT_A_TIME) await yieldToEventLoop(tenant);
}

interface Absence {
  readonly id: number;
  readonly away: number | null;
  readonly lastSeenAt: number | null;
}

/**
 * Returns the ticket to its queue if its attendant has been absent for the whole period; after a shorter absence, schedules another check.
 */
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
