import { TicketQueued } from "#inbox/tickets/events.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** True when nothing but a person can go on with this ticket: it waits in a queue, and no bot talks. */
const waitsForPerson = (
  ticket: Pick<Ticket, "status" | "queueId" | "userId" | "chatbot" | "useIntegration">,
): boolean =>
  ticket.status === "pending" &&
  ticket.queueId !== null &&
  ticket.userId === null &&
  !ticket.chatbot &&
  !ticket.useIntegration;

/**
 * Announces `ticket.queued` (docs/rules/distribution.md#trigger) if the ticket waits for a person now; while a bot is
 * busy with it nobody is told, and the end of the bot calls this again. `skipUserId` is passed over in the first pick.
 */
export function announceQueued(unit: TenantUnit, ticket: Ticket, skipUserId: number | null = null): void {
  if (waitsForPerson(ticket)) unit.emit(TicketQueued, { ticket, skipUserId });
}
