import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import type { InboundEvent } from "#channels/connections/index.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import { insertMessage } from "#inbox/messages/insert.ts";
import { messageOfChat } from "#inbox/messages/queries.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { sendCallText } from "#inbox/messages/texts/call.ts";
import {
  announceQueued,
  findOrCreateForInbound,
  newestTicketOf,
  recordInboundMessage,
  type Ticket,
} from "#inbox/tickets/index.ts";
import { contactById, type KnownContact } from "#people/contacts/index.ts";
import { wallClock } from "#platform/dates.ts";
import { isFromBeforeRestore } from "#tenants/on-hold.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { knownContactId } from "./resolve-contact.ts";

type CallEvent = Extract<InboundEvent, { kind: "call" }>;

/**
 * Handles a missed call (docs/rules/automation.md#calls): adds a message to the conversation, and sends a text if the
 * company rejects calls.
 */
export function receiveCall(unit: TenantUnit, row: InboundEventRow, event: CallEvent): Outcome {
  if (event.outcome === "answered") return skipped("answered");
  const contactId = knownContactId(unit.db, event.chat);
  const contact = contactId === undefined ? undefined : contactById(unit.db, contactId);
  if (contact?.blocked) return skipped("blocked");
  const ticket = contact && ticketOfCall(unit, row, event, contact);
  if (contact && ticket) logCall(unit, row, event, ticket);
  const isOld = isFromBeforeRestore(unit.tenant.company, Math.min(row.receivedAt, event.at));
  if (!isOld && event.outcome === "rejected" && !event.group && !setting(unit.tenant, "call"))
    sendCallText(unit, row.connectionId, event.chat, ticket);
  return DONE;
}

function ticketOfCall(
  unit: TenantUnit,
  { connectionId }: InboundEventRow,
  event: CallEvent,
  contact: Omit<KnownContact, "identityId">,
): Ticket | undefined {
  if (setting(unit.tenant, "callCreatesTicket") && !event.group) {
    const { ticket, outcome } = findOrCreateForInbound(unit, { contact, connectionId, at: event.at });
    if (outcome !== "existing") announceQueued(unit, ticket);
    return ticket;
  }
  return newestTicketOf(unit.db, contact.id, connectionId);
}

/**
 * Stores one message per call, however often the network reports it: `Chamada de voz/vídeo perdida às HH:mm`, in the
 * company's time zone.
 */
function logCall(unit: TenantUnit, row: InboundEventRow, event: CallEvent, ticket: Ticket): void {
  if (messageOfChat(unit.db, row.connectionId, ticket.contactId, event.callId)) return;
  const time = wallClock(event.at, timeZoneOf(unit.tenant)).format("HH:mm");
  const body = `Chamada de voz/vídeo perdida às ${time}`;
  const message = insertMessage(unit, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: row.connectionId,
    providerId: event.callId,
    body,
    mediaType: "call_log",
    fromMe: false,
    origin: "contact",
    createdAt: Math.min(event.at, unit.now),
  });
  const after = recordInboundMessage(unit, ticket, {
    messageId: message.id,
    preview: body,
    mediaType: "call_log",
    at: event.at,
    countsAsUnread: ticket.status !== "closed",
  });
  unit.emit(MessageCreated, { message, ticket: after, notify: !event.group });
}
