import { mayBeNotified, type TicketScope } from "#inbox/tickets/index.ts";
import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";

/**
 * Whether a person is notified of a message in this ticket: the owner, and for pending ones those with the flag
 * `allTicket`, as the bell of the page does (docs/rules/users.md#roles). Only what they may see.
 */
export function isNotified(person: UserActor, ticket: TicketScope): boolean {
  if (isSupport(person) || person.billingOnly || !mayBeNotified(person, ticket)) return false;
  if (ticket.status === "pending") return person.allTicket;
  return ticket.status === "open" && ticket.userId === person.id;
}
