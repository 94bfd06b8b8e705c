import { mayBeNotified, type TicketScope } from "#inbox/tickets/index.ts";
import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";

/**
 * True when a user is notified of a message in this ticket: the owner, and for pending tickets users with the flag
 * `allTicket`, as for the bell of the page (docs/rules/users.md#roles). Only for tickets that the user may see.
 */
export function isNotified(person: UserActor, ticket: TicketScope): boolean {
  if (isSupport(person) || person.billingOnly || !mayBeNotified(person, ticket)) return false;
  if (ticket.status === "pending") return person.allTicket;
  return ticket.status === "open" && ticket.userId === person.id;
}
