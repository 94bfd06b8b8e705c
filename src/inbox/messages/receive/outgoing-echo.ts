import type { Origin } from "#inbox/messages/contract.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import { wakeWaiting } from "#inbox/messages/inbox/queries.ts";
import { insertMessage } from "#inbox/messages/insert.ts";
import { bindEcho } from "#inbox/messages/outbox/bind-echo.ts";
import { isOwnProviderId } from "#inbox/messages/outbox/queries.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import { messageOfChat } from "#inbox/messages/queries.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import {
  createClosedTicket,
  newestTicketOf,
  noteStandby,
  recordOutgoingMessage,
  type Ticket,
} from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { authorOf, commonFields, contactOf, fileNameOf, type MessageEvent } from "./common.ts";
import * as sql from "./outgoing-echo.sql.ts";
import { knownContactId } from "./resolve-contact.ts";

/** Prefixes that older software adds to messages of bots and campaigns (docs/rules/inbound.md#own-messages). */
const BOT_MARK = "\u200e";
const CAMPAIGN_MARK = "\u200c";
/** Within this time a message with the same text and another id is the echo of our own message, ms. */
const ECHO_MS = 2 * 60_000;

/**
 * Handles a message from our own account: an echo of a known send, or a message typed on the paired phone
 * (docs/rules/inbound.md#own-messages).
 */
export function receiveOwnMessage(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  isGroup: boolean,
): Outcome {
  const { connectionId } = row;
  if (isOwnProviderId(unit.db, connectionId, event.providerId)) return DONE;
  if (event.ownId !== undefined && isEcho(unit, row, event, event.ownId)) return DONE;
  const contact = contactOf(unit, row, event, isGroup);
  if (messageOfChat(unit.db, connectionId, contact.id, event.providerId)) return skipped("duplicate");
  const fields = commonFields(unit, row, event, contact);
  const marked = withoutMark(fields.body ?? "");
  const { body } = marked;
  const origin = event.standby ? "bot" : marked.origin;
  if (
    body !== "" &&
    queryOne(unit.db, sql.echo, { contactId: contact.id, connectionId, body, sinceMs: unit.now - ECHO_MS })
  )
    return skipped("echo");

  const author = isGroup ? authorOf(unit, row, event) : contact;
  const ticket = ticketOfOwn(unit, connectionId, contact);
  noteStandby(unit, ticket, event.standby === true);
  const message = insertMessage(unit, {
    ...fields,
    body,
    ticketId: ticket.id,
    identityId: author?.identityId ?? null,
    fromMe: true,
    origin,
    ack: 1,
    sendState: "sent",
    read: true,
  });
  const after = recordOutgoingMessage(unit, ticket, {
    messageId: message.id,
    preview: previewText(message, fileNameOf(event)),
    mediaType: kindForPreview(message),
    human: origin === "phone",
  });
  unit.emit(MessageCreated, { message, ticket: after, notify: false });
  wakeWaiting(unit, connectionId, row.chatKey);
  return DONE;
}

/** Networks that assign ids report our sends as echoes, possibly before they answer the call. */
const isEcho = (unit: TenantUnit, row: InboundEventRow, event: MessageEvent, ownId: string | null): boolean =>
  bindEcho(unit, {
    connectionId: row.connectionId,
    contactId: knownContactId(unit.db, event.chat),
    providerId: event.providerId,
    ownId,
    text: event.content.type === "text" ? event.content.text : null,
  });

function withoutMark(body: string): { body: string; origin: Origin } {
  if (body.startsWith(BOT_MARK)) return { body: body.slice(1), origin: "bot" };
  if (body.startsWith(CAMPAIGN_MARK)) return { body: body.slice(1), origin: "campaign" };
  return { body, origin: "phone" };
}

/**
 * Stores a message typed on the phone. It never opens or reopens a ticket: private chats of the phone must not fill the
 * pending list.
 */
function ticketOfOwn(unit: TenantUnit, connectionId: number, contact: KnownContact): Ticket {
  const known = newestTicketOf(unit.db, contact.id, connectionId);
  if (known) return known;
  const channel = queryOne(unit.db, sql.channel, { id: connectionId })?.channel ?? "whatsapp";
  return createClosedTicket(unit, {
    contactId: contact.id,
    connectionId,
    channel,
    isGroup: contact.isGroup,
    origin: "phone",
  });
}
