import { announceUpdate, GapFilled, MessageCreated } from "#inbox/messages/events.ts";
import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import { wakeWaiting } from "#inbox/messages/inbox/queries.ts";
import { insertMessage, type NewMessage } from "#inbox/messages/insert.ts";
import { storeLink } from "#inbox/messages/link-preview/link.ts";
import { isOwnProviderId } from "#inbox/messages/outbox/queries.ts";
import { placeFor } from "#inbox/messages/place.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import { messageById, messageOfChat } from "#inbox/messages/queries.ts";
import type { InboundEventRow, Message } from "#inbox/messages/schema.ts";
import {
  announceQueued,
  findOrCreateForInbound,
  newestTicketOf,
  recordFirstMessage,
  recordFoundMessage,
  type Ticket,
  ticketById,
} from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { authorOf, commonFields, contactOf, fileNameOf, type MessageEvent } from "./common.ts";
import { UNSUPPORTED } from "./content.ts";
import * as sql from "./gap.sql.ts";

/** A customer's message that is found later than this opens no ticket and does not count as unread, ms. */
const STILL_WAITING_MS = 72 * 60 * 60_000;

type Gap = NonNullable<MessageEvent["gap"]>;

/**
 * Stores a message that reconciliation found: at its own place, without bots, greetings, sounds and response times
 * (docs/rules/reconciliation.md#fill). A placeholder gets the content of the message.
 */
export function receiveGap(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent & { readonly gap: Gap },
  isGroup: boolean,
): Outcome {
  const contact = contactOf(unit, row, event, isGroup);
  if (contact.blocked) return skipped("blocked");
  const known = messageOfChat(unit.db, row.connectionId, contact.id, event.providerId);
  if (known) return fillPlaceholder(unit, row, event, known, contact);
  if (event.fromMe && isOwnProviderId(unit.db, row.connectionId, event.providerId)) return DONE;
  const author = isGroup ? authorOf(unit, row, event) : contact;
  const fields = commonFields(unit, row, event, contact);
  const explicitPlace = placeFor(unit, {
    contactId: contact.id,
    connectionId: row.connectionId,
    at: fields.createdAt ?? event.at,
    after: event.gap.after,
    remaining: event.gap.remaining,
  });
  const stillWaits = !event.fromMe && isUnanswered(unit, row, contact, event.at);
  const { ticket, isNew } = stillWaits
    ? ticketOfWaiting(unit, row, contact, event.at)
    : { ticket: ticketBeside(unit, row, contact, explicitPlace), isNew: false };
  if (!ticket) return skipped("no_ticket");
  const message = insertMessage(unit, {
    ...fields,
    createdAt: momentBefore(unit, row, contact, { at: fields.createdAt ?? event.at, explicitPlace }),
    ...ownFields(event.fromMe),
    ticketId: ticket.id,
    participantId: isGroup && !event.fromMe ? (author?.id ?? null) : null,
    identityId: author?.identityId ?? null,
    read: !stillWaits,
    filledAt: unit.now,
    explicitPlace,
  });
  const previewed = {
    messageId: message.id,
    preview: previewText(message, fileNameOf(event)),
    mediaType: kindForPreview(message),
  };
  const after = isNew
    ? recordFirstMessage(unit, ticket, previewed)
    : recordFoundMessage(unit, ticket, stillWaits);
  unit.emit(MessageCreated, { message, ticket: after, notify: false });
  unit.emit(GapFilled, { message });
  if (stillWaits) announceQueued(unit, after);
  wakeWaiting(unit, row.connectionId, row.chatKey);
  return DONE;
}

/**
 * Returns the time to store. It is the end of the message's second; if the next message was received within the same second, it is
 * that message's time, so that pages, which sort by time before place, keep the order.
 */
function momentBefore(
  unit: TenantUnit,
  { connectionId }: InboundEventRow,
  contact: KnownContact,
  { at, explicitPlace }: { readonly at: number; readonly explicitPlace: number | null },
): number {
  if (explicitPlace === null) return at;
  const chat = { contactId: contact.id, connectionId, place: explicitPlace };
  const next = queryOne(unit.db, sql.nextMoment, chat)?.at ?? at;
  return next >= at - 999 ? Math.min(at, next) : at;
}

const ownFields = (fromMe: boolean): Pick<NewMessage, "fromMe" | "origin" | "ack" | "sendState"> =>
  fromMe ? { fromMe, origin: "phone", ack: 1, sendState: "sent" } : { fromMe, origin: "contact" };

/** True when the message is younger than 72 h and the company has sent nothing after it. */
function isUnanswered(
  unit: TenantUnit,
  { connectionId }: InboundEventRow,
  contact: KnownContact,
  at: number,
): boolean {
  if (at <= unit.now - STILL_WAITING_MS) return false;
  return queryOne(unit.db, sql.answeredAfter, { contactId: contact.id, connectionId, at }) === undefined;
}

function ticketOfWaiting(
  unit: TenantUnit,
  { connectionId }: InboundEventRow,
  contact: KnownContact,
  at: number,
): { readonly ticket: Ticket; readonly isNew: boolean } {
  const { ticket, outcome } = findOrCreateForInbound(unit, { contact, connectionId, at, withMessage: true });
  return { ticket, isNew: outcome === "created" };
}

/** The ticket of the message before this place, else of the message after it. */
function ticketBeside(
  unit: TenantUnit,
  { connectionId }: InboundEventRow,
  contact: KnownContact,
  place: number | null,
): Ticket | undefined {
  const chat = { contactId: contact.id, connectionId, place: place ?? Number.MAX_SAFE_INTEGER };
  const beside = queryOne(unit.db, sql.ticketBefore, chat) ?? queryOne(unit.db, sql.ticketAfter, chat);
  return (beside && ticketById(unit.db, beside.id)) ?? newestTicketOf(unit.db, contact.id, connectionId);
}

/** Replaces the text of a message that could not be decrypted; any other known message is not changed. */
function fillPlaceholder(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  known: Message,
  contact: KnownContact,
): Outcome {
  if (known.body !== UNSUPPORTED || event.content.type === "unsupported" || known.deletedAt !== null)
    return skipped("duplicate");
  const { body, mediaType, mediaId, voice, sticker, link } = commonFields(unit, row, event, contact);
  execute(unit.db, sql.fillPlaceholder, {
    id: known.id,
    body: body ?? "",
    mediaType: mediaType ?? null,
    mediaId: mediaId ?? null,
    voice: voice ? 1 : 0,
    sticker: sticker ? 1 : 0,
    now: unit.now,
  });
  if (link) storeLink(unit, known.id, link);
  const message = messageById(unit.db, known.id);
  if (!message) throw new Error("message vanished inside its transaction");
  announceUpdate(unit, known.id);
  unit.emit(GapFilled, { message });
  return DONE;
}
