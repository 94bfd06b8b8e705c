import { TicketQueued } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackQueued } from "#inbox/tickets/history/tracking.ts";
import { storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./transitions.sql.ts";

/** Offers a waiting ticket to one user (docs/rules/distribution.md#offer). Returns false when it no longer waits. */
export function offerTicket(unit: TenantUnit, ticket: Ticket, userId: number): boolean {
  if (
    execute(unit.db, sql.offer, {
      userDistributed: userId,
      now: unit.now,
      id: ticket.id,
      offeredTo: ticket.userDistributed,
    }).changes === 0
  )
    return false;
  recordTicketEvent(unit, "distributed", ticket, storedTicket(unit.db, ticket.id), null);
  return true;
}

/**
 * Withdraws an offer, so that the whole queue sees the ticket again. `kind`: the recorded event. Does nothing when the
 * ticket was offered to another user in the meantime.
 */
export function withdrawOffer(
  unit: TenantUnit,
  ticket: Ticket,
  kind: "distribution_exhausted" | "queued",
): void {
  if (
    execute(unit.db, sql.withdrawOffer, { id: ticket.id, userDistributed: ticket.userDistributed })
      .changes === 0
  )
    return;
  recordTicketEvent(unit, kind, ticket, storedTicket(unit.db, ticket.id), null);
}

/**
 * Moves a waiting ticket without queue to this queue (docs/rules/automation.md#redirection) and ends bots. Does
 * nothing when the ticket has got a queue or an attendant.
 */
export function redirectTicket(unit: TenantUnit, ticketId: number, queueId: number): void {
  const before = ticketById(unit.db, ticketId);
  if (!before || execute(unit.db, sql.redirect, { queueId, now: unit.now, id: ticketId }).changes === 0)
    return;
  const ticket = storedTicket(unit.db, ticketId);
  trackQueued(unit, ticket);
  recordTicketEvent(unit, "redirected", before, ticket, null);
  unit.emit(TicketQueued, { ticket, skipUserId: null });
}
