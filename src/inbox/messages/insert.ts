import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { messageById } from "./queries.ts";
import type { Message } from "./schema.ts";

/** What a new message is made of; everything absent has the default of the table. */
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
    >
  >;

const INSERT = `INSERT INTO message (ticket_id, contact_id, connection_id, participant_id, identity_id, provider_id, body,
  media_type, media_id, voice, sticker, from_me, origin, user_id, ack, send_state, client_message_id, client_hash, read, quoted_id,
  created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Stores a message; fails on `message_provider` when the chat has one of this network id already. Hot. */
export function insertMessage(unit: TenantUnit, fields: NewMessage): Message {
  const { id } = run(
    unit.db,
    INSERT,
    fields.ticketId,
    fields.contactId,
    fields.connectionId,
    fields.participantId ?? null,
    fields.identityId ?? null,
    fields.providerId ?? null,
    fields.body ?? "",
    fields.mediaType ?? null,
    fields.mediaId ?? null,
    fields.voice ? 1 : 0,
    fields.sticker ? 1 : 0,
    fields.fromMe ? 1 : 0,
    fields.origin,
    fields.userId ?? null,
    fields.ack ?? 0,
    fields.sendState ?? null,
    fields.clientMessageId ?? null,
    fields.clientHash ?? null,
    fields.read ? 1 : 0,
    fields.quotedId ?? null,
    fields.createdAt ?? unit.now,
    unit.now,
  );
  const stored = messageById(unit.db, id);
  if (!stored) throw new Error("message vanished inside its transaction");
  return stored;
}
