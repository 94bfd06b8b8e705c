import { TicketQueued } from "#inbox/tickets/events.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** True when the ticket waits for a person: it is in a queue, has no attendant, and no bot is active. */
const waitsForPerson = (
  ticket: Pick<Ticket, "status" | "queueId" | "userId" | "chatbot" | "useIntegration">,
): boolean =>
  ticket.status === "pending" &&
  ticket.queueId !== null &&
  ticket.userId === null &&
  !ticket.chatbot &&
  !ticket.useIntegration;

/**
 * Emits `ticket.queued` (docs/rules/distribution.md#trigger) if the ticket waits for a person now. While a bot is
 * active nothing is emitted; this is called again when the bot ends. `skipUserId` is skipped in the first pick.
 */
export function announceQueued(unit: TenantUnit, ticket: Ticket, skipUserId: number | null = null): void {
  if (waitsForPerson(ticket)) unit.emit(TicketQueued, { ticket, skipUserId });
}
