import { query } from "#platform/db/query.ts";
import type { Newest } from "./load-messages.ts";
import type { KnownMessage, TicketPlace } from "./messages.ts";

export const insert = query<
  Record<"ticketId" | "contactId" | "connectionId" | "voice" | "sticker" | "fromMe", number> &
    Record<"ack" | "read" | "isEdited" | "createdAt" | "updatedAt", number> &
    Record<"participantId" | "mediaId" | "userId" | "quotedId" | "deletedAt", number | null> &
    Record<"providerId" | "mediaType" | "sendState" | "deletedBy", string | null> &
    Record<"body", string>
>(`INSERT INTO message (ticket_id, contact_id, connection_id, participant_id, provider_id, body, media_type,
    media_id, voice, sticker, from_me, origin, user_id, ack, send_state, read, quoted_id, deleted_at,
    deleted_by, is_edited,
    created_at, updated_at)
  VALUES (:ticketId, :contactId, :connectionId, :participantId, :providerId, :body, :mediaType, :mediaId,
    :voice, :sticker, :fromMe, 'import', :userId, :ack, :sendState, :read, :quotedId, :deletedAt, :deletedBy,
    :isEdited, :createdAt, :updatedAt)`);
export const ticketPlace = query<
  { id: number },
  TicketPlace
>(`SELECT contact_id AS contactId, connection_id AS connectionId, is_group AS isGroup, status
  FROM ticket WHERE id = :id`);
export const knownMessage = query<
  { providerId: string; connectionId: number },
  KnownMessage
>(`SELECT m.id, m.ack, m.body, m.deleted_at AS deletedAt, m.media_id AS mediaId, m.updated_at AS updatedAt,
    f.state AS fileState
  FROM message m LEFT JOIN media_file f ON f.id = m.media_id WHERE m.provider_id = :providerId
    AND +m.connection_id = :connectionId`);
export const update = query<
  Record<"ack" | "isEdited" | "read" | "updatedAt" | "id", number> &
    Record<"body", string> &
    Record<"deletedAt", number | null> &
    Record<"deletedBy", string | null>
>(`UPDATE message SET ack = :ack, body = :body, is_edited = :isEdited, deleted_at = :deletedAt,
    deleted_by = :deletedBy, read = max(read, :read),
  updated_at = :updatedAt WHERE id = :id`);
export const setFile = query<
  Record<"mediaId", number | null> &
    Record<"mediaType", string | null> &
    Record<"voice" | "sticker" | "id", number>
>(
  "UPDATE message SET media_id = :mediaId, media_type = :mediaType, voice = :voice, sticker = :sticker WHERE id = :id",
);
// The `+` prevents SQLite from reading the whole index of the connection.
export const byProviderId = query<{ providerId: string; connectionId: number }, { id: number }>(
  "SELECT id FROM message WHERE provider_id = :providerId AND +connection_id = :connectionId",
);
export const anyMessage = query<Record<never, never>, unknown>("SELECT 1 FROM message LIMIT 1");
export const deleteFile = query<{ id: number | null }>("DELETE FROM media_file WHERE id = :id");

export const importedTickets = query<
  { source: string; after: string },
  { externalId: string; id: number; status: string; lastMessageId: number | null }
>(`SELECT r.external_id AS externalId, t.id, t.status, t.last_message_id AS lastMessageId
  FROM import_reference r JOIN ticket t ON t.id = r.id
  WHERE r.source = :source AND r.kind = 'Tickets' AND r.external_id > :after ORDER BY r.external_id LIMIT 500`);
export const newestMessage = query<
  { ticketId: number },
  Newest
>(`SELECT m.id, m.body, m.media_type AS mediaType, m.sticker, m.from_me AS fromMe,
    m.deleted_at AS deletedAt, m.created_at AS at, f.name AS fileName
  FROM message m LEFT JOIN media_file f ON f.id = m.media_id WHERE m.ticket_id = :ticketId
    ORDER BY m.place DESC LIMIT 1`);
export const newestCustomerMessage = query<
  { ticketId: number },
  Newest
>(`SELECT m.id, m.body, m.media_type AS mediaType, m.sticker, m.from_me AS fromMe,
    m.deleted_at AS deletedAt, m.created_at AS at, f.name AS fileName
  FROM message m LEFT JOIN media_file f ON f.id = m.media_id WHERE m.ticket_id = :ticketId
    AND m.from_me = 0 ORDER BY m.place DESC LIMIT 1`);
export const storeLastMessages = query<
  Record<"lastMessage", string> &
    Record<"lastMessageId" | "lastMessageAt" | "lastCustomerMessageId", number | null> &
    Record<"lastCustomerMessageAt" | "waitingSince", number | null> &
    Record<"lastMessageFromMe" | "id", number> &
    Record<"lastMessageType" | "lastCustomerMessage" | "lastCustomerMessageType", string | null>
>(`UPDATE ticket SET last_message = :lastMessage, last_message_id = :lastMessageId,
    last_message_from_me = :lastMessageFromMe, last_message_type = :lastMessageType,
  last_message_at = :lastMessageAt, last_customer_message = :lastCustomerMessage,
    last_customer_message_id = :lastCustomerMessageId, last_customer_message_type = :lastCustomerMessageType,
  last_customer_message_at = :lastCustomerMessageAt, waiting_since = :waitingSince WHERE id = :id`);
