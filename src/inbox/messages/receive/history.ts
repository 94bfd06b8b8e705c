import { eq } from "drizzle-orm";
import { takeHistoryMessage } from "#channels/connections/index.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import { insertMessage } from "#inbox/messages/insert.ts";
import { placeFor } from "#inbox/messages/place.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import { messageOfChat } from "#inbox/messages/queries.ts";
import { type InboundEventRow, type Message, message } from "#inbox/messages/schema.ts";
import { createClosedTicket, recordImportedMessage, ticketById } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { authorOf, commonFields, contactOf, fileNameOf, type MessageEvent } from "./common.ts";
import { storedContent, UNAVAILABLE } from "./content.ts";
import { fileOf } from "./file.ts";
import * as sql from "./history.sql.ts";

/**
 * Imports the history that the phone sends when it is paired: only if the connection's setting requests it, into one
 * closed ticket per chat, without bots, events and counts (docs/rules/inbound.md#journal-and-chat-order).
 */
export function receiveHistory(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  isGroup: boolean,
): Outcome {
  const { connectionId } = row;
  const rules = queryOne(unit.db, sql.rules, { id: connectionId });
  if (rules?.wanted !== 1) return skipped("history");
  const contact = contactOf(unit, row, event, isGroup);
  if (contact.blocked) return skipped("blocked");
  const stored = messageOfChat(unit.db, connectionId, contact.id, event.providerId);
  if (stored) return addFile(unit, stored, event);
  if (!takeHistoryMessage(unit, connectionId)) return skipped("history_limit");
  const author = isGroup ? authorOf(unit, row, event) : contact;
  const known = queryOne(unit.db, sql.imported, { contactId: contact.id, connectionId });
  const ticket =
    (known && ticketById(unit.db, known.id)) ??
    createClosedTicket(unit, {
      contactId: contact.id,
      connectionId,
      channel: rules.channel,
      isGroup,
      origin: "import",
    });
  const fields = commonFields(unit, row, event, contact);
  const created = insertMessage(unit, {
    ...fields,
    explicitPlace: placeOf(unit, contact.id, row, fields.createdAt),
    ticketId: ticket.id,
    participantId: isGroup && !event.fromMe ? (author?.id ?? null) : null,
    identityId: author?.identityId ?? null,
    fromMe: event.fromMe,
    origin: "import",
    read: true,
    ...(event.fromMe && { ack: 1, sendState: "sent" as const }),
  });
  recordImportedMessage(unit, ticket, {
    messageId: created.id,
    preview: previewText(created, fileNameOf(event)),
    mediaType: kindForPreview(created),
    at: event.at,
    fromMe: event.fromMe,
  });
  return DONE;
}

/** Number of messages for which a place is reserved between two neighbours, because more messages may follow there. */
const ROOM = 500;

/** Parts of the history arrive in any order: each message gets its place by its time (docs/rules/reconciliation.md#place). */
const placeOf = (
  unit: TenantUnit,
  contactId: number,
  { connectionId }: InboundEventRow,
  at: number | undefined,
): number | null =>
  placeFor(unit, { contactId, connectionId, at: at ?? unit.now, after: null, remaining: ROOM });

/** Adds a file to a message that was stored without it: the phone sends files of the last days later, under the id of the message. */
function addFile(unit: TenantUnit, stored: Message, event: MessageEvent): Outcome {
  const { content } = event;
  const isBetter =
    content.type === "media" && content.media.file.state === "missing" && content.media.file.fresh;
  if (!isBetter || stored.origin !== "import" || stored.body !== UNAVAILABLE) return skipped("duplicate");
  const { body, mediaType, voice, sticker } = storedContent(content);
  const old = stored.mediaId;
  unit.db
    .update(message)
    .set({ body, mediaType, voice, sticker, mediaId: fileOf(unit, content), updatedAt: unit.now })
    .where(eq(message.id, stored.id))
    .run();
  if (old !== null) removeMediaFile(unit, old);
  return DONE;
}
