import { notify } from "#accounts/notifications/index.ts";
import { addOpenTime, hoursOf } from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import { setting } from "#accounts/settings/index.ts";
import type { WakeReason } from "#inbox/tickets/contract.ts";
import { TicketWoken } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./snooze.sql.ts";

/** Job name in the wake-up schedule of companies with snoozed tickets. */
export const SNOOZE_DUE = "snooze_wake";

/**
 * Ends the snooze of a ticket: it moves to the top of the open tickets, and its attendant is notified
 * (docs/rules/tickets.md#waking). `userId`: the
 * person who ended it. A ticket that is not snoozed is returned unchanged. Checks no permissions.
 */
export function wakeTicket(
  unit: TenantUnit,
  before: Ticket,
  reason: WakeReason,
  userId: number | null = null,
): Ticket {
  const wakeReturnAt = reason === "person" ? null : absenceEnd(unit, before, unit.now);
  if (execute(unit.db, sql.wake, { now: unit.now, reason, wakeReturnAt, id: before.id }).changes === 0)
    return before;
  if (wakeReturnAt !== null) unit.scheduleWake(SNOOZE_DUE, wakeReturnAt);
  const ticket = storedTicket(unit.db, before.id);
  recordTicketEvent(unit, "woken", before, ticket, userId, { reason });
  // No notification when a follow-up ended: the follow-up sends its own.
  if (reason !== "person" && reason !== "follow_up" && ticket.userId !== null)
    notify(unit, [ticket.userId], { kind: "woken", ticketId: ticket.id, details: { reason } });
  unit.emit(TicketWoken, { ticket, previous: before, userId, reason });
  return ticket;
}

/**
 * Returns when a woken ticket goes back to its queue if its attendant is absent from `sinceMs` on: after `wakeReturnMinutes` of
 * opening time. null = never, because the return is disabled or the ticket has no queue.
 */
export function absenceEnd(unit: TenantUnit, { queueId }: Ticket, sinceMs: number): number | null {
  const minutes = setting(unit.tenant, "wakeReturnMinutes");
  if (minutes === 0 || queueId === null) return null;
  return addOpenTime(hoursOf(unit.tenant, findQueue(unit.db, queueId) ?? null), sinceMs, minutes * 60_000);
}

/** Restores the snooze that a close ended, after the close was undone; the time asleep counts from now. */
export function restoreSnooze(unit: TenantUnit, id: number, was: sql.Snooze): void {
  if (was.snoozeMode === null && was.wokenAt === null) return;
  const { snoozeMode, snoozedUntil, snoozedBy, wokenAt, wakeReason, wakeReturnAt } = was;
  const asleepSince = was.asleepSince === null ? null : unit.now;
  const rest = { snoozeMode, snoozedUntil, snoozedBy, wokenAt, wakeReason, wakeReturnAt };
  execute(unit.db, sql.restore, { ...rest, asleepSince, id });
  for (const at of [snoozedUntil, wakeReturnAt]) if (at !== null) unit.scheduleWake(SNOOZE_DUE, at);
}
