import { mayWork } from "#accounts/companies/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { beginIn } from "#automation/chatbot/engine/turn.ts";
import { findConnection } from "#channels/connections/index.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import { cancelBotMessages } from "#inbox/messages/index.ts";
import { TicketAccepted, TicketTransferred } from "#inbox/tickets/events.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { stateOf } from "./answer.ts";
import { applyTurn } from "./apply.ts";
import { worldOf } from "./load-context.ts";

/**
 * When a person takes a conversation, unsent bot messages are cancelled (docs/rules/messages.md#outbox); the ticket's
 * functions clear the bot's state. A transfer into a queue starts that queue's bot if the company enabled it
 * (docs/rules/tickets.md#transfer-rules).
 */
export function listenForAttendants({ bus }: Installation): void {
  bus.within(TicketAccepted, (unit, { ticket }) => cancelBotMessages(unit, ticket.id));
  bus.within(MessageCreated, (unit, { message }) => {
    if (message.origin === "phone") cancelBotMessages(unit, message.ticketId);
  });
  bus.within(TicketTransferred, (unit, { ticket, previous, userId, startBot }) => {
    const onlyMoved = ticket.queueId === previous.queueId && ticket.userId === previous.userId;
    // When the bot itself transfers the ticket, its last messages are still sent.
    if (onlyMoved || (userId === null && startBot === undefined)) return;
    cancelBotMessages(unit, ticket.id);
    if (startBot ?? setting(unit.tenant, "transferStartsBot")) beginIfAllowed(unit, ticket);
  });
}

function beginIfAllowed(unit: TenantUnit, ticket: Ticket): void {
  if (ticket.status !== "pending" || ticket.queueId === null || ticket.isGroup || ticket.botOff) return;
  if (!mayWork(unit.tenant) || isOnHold(unit.tenant.company)) return;
  if (contactById(unit.db, ticket.contactId)?.disableBot === false) begin(unit, ticket);
}

function begin(unit: TenantUnit, ticket: Ticket): void {
  const connection = findConnection(unit.db, ticket.connectionId);
  if (!connection) return;
  const world = worldOf(unit.tenant, { connection, at: unit.now, lastEndedAt: null });
  const before = stateOf(unit, ticket, false);
  // If no bot starts, the transfer announces the ticket for distribution.
  applyTurn(unit, { ticket, before, message: null }, beginIn(world, before, ticket.queueId ?? 0));
}
