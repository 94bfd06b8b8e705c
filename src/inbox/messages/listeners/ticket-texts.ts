import { setting } from "#accounts/settings/index.ts";
import { cancelBotMessages, createMessageForAttendant } from "#inbox/messages/texts/automatic.ts";
import { TicketAccepted, TicketClosed, TicketTransferred } from "#inbox/tickets/events.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { Installation } from "#tenants/installation.ts";

/**
 * Sends the texts for accepting and transferring a ticket. Closing a ticket cancels its queued bot messages
 * (docs/rules/tickets.md#accept, docs/rules/tickets.md#close, docs/rules/tickets.md#transfer-rules). Farewells belong
 * to the ratings feature.
 */
export function listenForTicketTexts({ bus }: Installation): void {
  bus.within(TicketAccepted, (unit, { ticket, greet }) => {
    if (greet) createMessageForAttendant(unit, ticket, setting(unit.tenant, "greetingAcceptedMessage"));
  });
  bus.within(TicketTransferred, (unit, { ticket, previous, silent = false }) => {
    const key = transferText(previous, ticket);
    if (silent || !key || ticket.isGroup || !setting(unit.tenant, "sendMsgTransfTicket")) return;
    createMessageForAttendant(unit, ticket, setting(unit.tenant, key));
  });
  bus.within(TicketClosed, (unit, { ticket, reason }) => {
    // Not after a close by a bot, which has just queued its own farewell.
    if (reason !== "bot") cancelBotMessages(unit, ticket.id);
  });
}

/**
 * Returns the text of a transfer (docs/rules/tickets.md#transfer-rules); undefined when only the connection changed.
 */
export function transferText(
  before: Pick<Ticket, "queueId" | "userId">,
  after: Pick<Ticket, "queueId" | "userId">,
): "transferQueueMessage" | "transferUserMessage" | "transferBothMessage" | undefined {
  const newQueue = after.queueId !== before.queueId;
  const newUser = after.userId !== null && after.userId !== before.userId;
  if (newQueue)
    return newUser ? "transferBothMessage" : after.userId === null ? "transferQueueMessage" : undefined;
  return newUser ? "transferUserMessage" : undefined;
}
