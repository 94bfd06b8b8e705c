import { query } from "#platform/db/query.ts";

/** Only the newest 2,000 messages of the chat, so that a long conversation costs as much as a short one. */
export const mark = query<
  { ack: number; updatedAt: number; contactId: number; connectionId: number; upTo: number },
  { id: number }
>(`UPDATE message SET ack = :ack, updated_at = :updatedAt WHERE id IN (
    SELECT id FROM message WHERE contact_id = :contactId AND connection_id = :connectionId ORDER BY id DESC LIMIT 2000)
  AND from_me = 1 AND created_at <= :upTo AND ack BETWEEN 1 AND :ack - 1 AND send_state = 'sent'
  RETURNING id`);
