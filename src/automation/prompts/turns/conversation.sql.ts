import { query } from "#platform/db/query.ts";
import type { CustomerMessage } from "./conversation.ts";

type OfTicket = { ticketId: number };

/** Texts, transcripts, and captions of pictures or files; `[mídia indisponível]` is no caption. */
const HAS_TEXT = `deleted_at IS NULL AND (transcript IS NOT NULL OR (trim(body) <> '' AND (media_type IS NULL
  OR (media_type IN ('image', 'video', 'application') AND body <> '[mídia indisponível]'))))`;

export const lastTexts = query<
  OfTicket & { since: number; limit: number },
  { readonly body: string; readonly transcript: string | null; readonly fromMe: number }
>(
  `SELECT body, transcript, from_me AS fromMe FROM message
   WHERE ticket_id = :ticketId AND created_at >= :since AND ${HAS_TEXT} ORDER BY id DESC LIMIT :limit`,
);
export const unanswered = query<OfTicket & { since: number; upToId: number }, CustomerMessage>(
  `SELECT id, body, media_type AS mediaType, media_id AS mediaId, transcript FROM message
   WHERE ticket_id = :ticketId AND from_me = 0 AND deleted_at IS NULL AND created_at >= :since AND id <= :upToId
     AND id > coalesce((SELECT max(message_id) FROM ai_turn
       WHERE ticket_id = :ticketId AND kind = 'answer' AND state = 'done'), 0)
   ORDER BY id DESC LIMIT 50`,
);
export const newerThan = query<OfTicket & { messageId: number }, unknown>(
  "SELECT 1 FROM message WHERE ticket_id = :ticketId AND from_me = 0 AND id > :messageId LIMIT 1",
);
export const lastOfCustomer = query<OfTicket, { readonly id: number | null }>(
  "SELECT max(id) AS id FROM message WHERE ticket_id = :ticketId AND from_me = 0",
);
export const aiMessage = query<OfTicket & { since: number }, unknown>(
  "SELECT 1 FROM message WHERE ticket_id = :ticketId AND origin = 'ai' AND created_at >= :since LIMIT 1",
);
