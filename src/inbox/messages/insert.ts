import type { LinkPreview } from "#channels/connections/index.ts";
import { noteStoredRow } from "#platform/db/late-index.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./insert.sql.ts";
import { storeLink } from "./link-preview/link.ts";
import { messageById } from "./queries.ts";
import type { Message } from "./schema.ts";

/** Fields of a new message; an absent field gets the default of the table. */
export type NewMessage = Pick<Message, "ticketId" | "contactId" | "connectionId" | "fromMe" | "origin"> &
  Partial<
    Pick<
      Message,
      | "participantId"
      | "identityId"
      | "providerId"
      | "body"
      | "mediaType"
      | "mediaId"
      | "voice"
      | "sticker"
      | "userId"
      | "ack"
      | "sendState"
      | "clientMessageId"
      | "clientHash"
      | "read"
      | "quotedId"
      | "createdAt"
      | "filledAt"
      | "explicitPlace"
    >
  > & { readonly link?: LinkPreview | undefined };

/**
 * Stores a message. Fails on `message_provider` when the chat already has a message with this network id.
 * Performance-critical.
 */
export function insertMessage(unit: TenantUnit, fields: NewMessage): Message {
  unit.creates("ERR_CREATING_MESSAGE");
  const { id } = execute(unit.db, sql.insert, {
    ticketId: fields.ticketId,
    contactId: fields.contactId,
    connectionId: fields.connectionId,
    participantId: fields.participantId ?? null,
    identityId: fields.identityId ?? null,
    providerId: fields.providerId ?? null,
    body: fields.body ?? "",
    mediaType: fields.mediaType ?? null,
    mediaId: fields.mediaId ?? null,
    voice: fields.voice ? 1 : 0,
    sticker: fields.sticker ? 1 : 0,
    fromMe: fields.fromMe ? 1 : 0,
    origin: fields.origin,
    userId: fields.userId ?? null,
    ack: fields.ack ?? 0,
    sendState: fields.sendState ?? null,
    clientMessageId: fields.clientMessageId ?? null,
    clientHash: fields.clientHash ?? null,
    read: fields.read ? 1 : 0,
    quotedId: fields.quotedId ?? null,
    createdAt: fields.createdAt ?? unit.now,
    updatedAt: unit.now,
    filledAt: fields.filledAt ?? null,
    explicitPlace: fields.explicitPlace ?? null,
  });
  noteStoredRow(unit.db, "message");
  if (fields.link) storeLink(unit, id, fields.link);
  const stored = messageById(unit.db, id);
  if (!stored) throw new Error("message vanished inside its transaction");
  return stored;
}
