import { ticketNotOpen } from "#inbox/tickets/errors.ts";
import { TicketReturned } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackQueued } from "#inbox/tickets/history/tracking.ts";
import { addReasonNote } from "#inbox/tickets/notes-and-tags/notes.ts";
import { mayReturn } from "#inbox/tickets/policy.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { announceQueued } from "./announce-queued.ts";
import * as sql from "./transitions.sql.ts";

/**
 * Returns an open ticket to its queue (docs/rules/tickets.md#return). The customer gets no text and no bot starts. For
 * its owner, supervisors of the queue and admins; `reason` is stored as an internal note. Throws 403 ERR_NO_PERMISSION,
 * 409 ERR_TICKET_NOT_OPEN.
 */
export function returnTicket(unit: TenantUnit, actor: UserActor, before: Ticket, reason?: string): Ticket {
  if (!mayReturn(actor, before)) throw noPermission();
  const ticket = returnToQueue(unit, before, actor.id);
  addReasonNote(unit, ticket, actor.id, reason);
  return ticket;
}

/**
 * Returns a ticket without permission checks, on behalf of the product: the attendant left the queue or the company.
 */
export function returnToQueue(unit: TenantUnit, before: Ticket, userId: number | null): Ticket {
  if (execute(unit.db, sql.returnToQueue, { now: unit.now, id: before.id }).changes === 0)
    throw ticketNotOpen();
  const ticket = storedTicket(unit.db, before.id);
  trackQueued(unit, ticket);
  recordTicketEvent(unit, "returned", before, ticket, userId);
  unit.emit(TicketReturned, { ticket, previous: before, userId });
  announceQueued(unit, ticket, before.userId);
  return ticket;
}
