import type { Message } from "#inbox/messages/schema.ts";
import { query } from "#platform/db/query.ts";

/** The row stays hidden, so that a repeated call with its client id sends nothing. */
export const hide = query<{ id: number; now: number }>(
  `UPDATE message SET deleted_at = :now, deleted_by = 'undone', body = '', transcript = NULL, send_state = 'cancelled',
  send_error = NULL, updated_at = :now WHERE id = :id`,
);
export const dropPayload = query<{ messageId: number }>(
  `UPDATE outbox SET payload = '{"content":{"type":"text","text":""}}' WHERE message_id = :messageId`,
);
export const unstar = query<{ messageId: number }>("DELETE FROM message_star WHERE message_id = :messageId");
export const answerAfter = query<
  { ticketId: number; place: number },
  {
    readonly id: number;
    readonly at: number;
    /** The payload of the answer's send while it is queued and unclaimed; else null. */
    readonly payload: string | null;
  }
>(`SELECT m.id, m.created_at AS at, o.payload FROM message m
  LEFT JOIN outbox o ON o.message_id = m.id AND o.kind = 'message' AND o.state = 'queued' AND o.provider_id IS NULL
  WHERE m.ticket_id = :ticketId AND m.place > :place AND m.from_me = 1 AND m.origin IN ('user', 'phone')
  AND m.send_state IS NOT 'cancelled' ORDER BY m.place LIMIT 1`);
export const setPayload = query<{ messageId: number; payload: string }>(
  "UPDATE outbox SET payload = :payload WHERE message_id = :messageId AND kind = 'message'",
);
/** The newest inbound messages before a message count as unread again. */
export const markUnread = query<{ ticketId: number; place: number; limit: number }>(
  `UPDATE message SET read = 0 WHERE id IN (SELECT id FROM message WHERE ticket_id = :ticketId AND place < :place
  AND from_me = 0 ORDER BY place DESC LIMIT :limit)`,
);

export const BATCH = 200;
/** Undone messages that are old enough for deletion, because their client ids are no longer needed. Found by their outbox rows. */
export const forgotten = query<{ before: number }, Pick<Message, "id" | "mediaId">>(
  `SELECT m.id, m.media_id AS mediaId FROM outbox o JOIN message m ON m.id = o.message_id
  WHERE o.created_at <= :before AND o.state = 'cancelled' AND m.deleted_by = 'undone' LIMIT ${BATCH}`,
);
