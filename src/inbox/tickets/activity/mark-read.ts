import { TicketRead } from "#inbox/tickets/events.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { isOwner, type Person } from "#inbox/tickets/policy.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./activity.sql.ts";

/**
 * Called when a user requests the first page of a ticket's messages or watches the ticket. If the user owns the open ticket, marks
 * its messages as read and removes the mark "unread" (docs/rules/triage.md#mark-unread). Does nothing for other users and for a
 * ticket without new messages (docs/rules/connections.md#read-receipts, docs/rules/tickets.md#update).
 */
export function markTicketRead(tenant: Tenant, person: Person, ticket: Ticket): void {
  if (!isOwner(person, ticket)) return;
  const hasNew = ticket.unreadMessages > 0 || queryOne(tenant.db, sql.hasUnread, { ticketId: ticket.id });
  if (!hasNew && !ticket.markedUnread) return;
  tenant.write((unit) => {
    execute(unit.db, sql.markRead, { id: ticket.id });
    const after = storedTicket(unit.db, ticket.id);
    if (ticket.unreadMessages > 0 || ticket.markedUnread) ticketChanged(unit, ticket, after);
    if (hasNew) unit.emit(TicketRead, { ticket: after, userId: person.id });
  });
}
