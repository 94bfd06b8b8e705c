import { TicketRead } from "#inbox/tickets/events.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { isOwner, type Person } from "#inbox/tickets/policy.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";

const UNREAD = "SELECT 1 FROM message WHERE ticket_id = ? AND read = 0 AND from_me = 0 LIMIT 1";
const READ = "UPDATE ticket SET unread_messages = 0 WHERE id = ?";

/**
 * The owner has the open ticket on the screen (first page of its messages, or the watch): its messages are read.
 * Anybody else's look, and a look at a ticket without anything new, changes nothing
 * (docs/rules/connections.md#read-receipts, docs/rules/tickets.md#update).
 */
export function markTicketRead(tenant: Tenant, person: Person, ticket: Ticket): void {
  if (!isOwner(person, ticket)) return;
  if (ticket.unreadMessages === 0 && !one(tenant.db, UNREAD, ticket.id)) return;
  tenant.write((unit) => {
    run(unit.db, READ, ticket.id);
    const after = storedTicket(unit.db, ticket.id);
    if (ticket.unreadMessages > 0) ticketChanged(unit, ticket, after);
    unit.emit(TicketRead, { ticket: after, userId: person.id });
  });
}
