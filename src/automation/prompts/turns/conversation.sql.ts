import type { Named } from "#automation/prompts/engine/tools.ts";
import { query } from "#platform/db/query.ts";
import type { CustomerMessage } from "./context.ts";

type OfTicket = { ticketId: number };

/** Texts, transcripts, and captions of pictures or files; `[mídia indisponível]` is no caption. */
const HAS_TEXT = `deleted_at IS NULL AND (transcript IS NOT NULL OR (trim(body) <> '' AND (media_type IS NULL
  OR (media_type IN ('image', 'video', 'application') AND body <> '[mídia indisponível]'))))`;

export const lastTexts = query<
  OfTicket & { since: number; limit: number },
  { readonly body: string; readonly transcript: string | null; readonly fromMe: number }
>(
  `SELECT body, transcript, from_me AS fromMe FROM message
   WHERE ticket_id = :ticketId AND created_at >= :since AND ${HAS_TEXT} ORDER BY place DESC LIMIT :limit`,
);
export const unanswered = query<OfTicket & { since: number; upToId: number }, CustomerMessage>(
  `SELECT id, body, media_type AS mediaType, media_id AS mediaId, transcript FROM message
   WHERE ticket_id = :ticketId AND from_me = 0 AND deleted_at IS NULL AND created_at >= :since
     AND place <= coalesce((SELECT place FROM message WHERE id = :upToId), :upToId * 65536)
     AND place > coalesce((SELECT place FROM message WHERE id = (SELECT max(message_id) FROM ai_turn
       WHERE ticket_id = :ticketId AND kind = 'answer' AND state = 'done')), 0)
   ORDER BY place DESC LIMIT 50`,
);
export const newerThan = query<OfTicket & { messageId: number }, unknown>(
  `SELECT 1 FROM message WHERE ticket_id = :ticketId AND from_me = 0
   AND place > coalesce((SELECT place FROM message WHERE id = :messageId), :messageId * 65536) LIMIT 1`,
);
export const lastOfCustomer = query<OfTicket, { readonly id: number }>(
  "SELECT id FROM message WHERE ticket_id = :ticketId AND from_me = 0 ORDER BY place DESC LIMIT 1",
);
export const aiMessage = query<OfTicket & { since: number }, unknown>(
  "SELECT 1 FROM message WHERE ticket_id = :ticketId AND origin = 'ai' AND created_at >= :since LIMIT 1",
);

export const queues = query<Record<never, never>, Named>(
  "SELECT id, name FROM queue ORDER BY order_queue, id LIMIT 100",
);
export const tags = query<Record<never, never>, Named>(
  "SELECT id, name FROM tag ORDER BY name, id LIMIT 100",
);
