import { query } from "#platform/db/query.ts";
import type { Newest } from "./last-messages.ts";

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
    ORDER BY m.id DESC LIMIT 1`);
export const newestCustomerMessage = query<
  { ticketId: number },
  Newest
>(`SELECT m.id, m.body, m.media_type AS mediaType, m.sticker, m.from_me AS fromMe,
    m.deleted_at AS deletedAt, m.created_at AS at, f.name AS fileName
  FROM message m LEFT JOIN media_file f ON f.id = m.media_id WHERE m.ticket_id = :ticketId
    AND m.from_me = 0 ORDER BY m.id DESC LIMIT 1`);
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
