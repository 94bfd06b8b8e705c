import type { Message, readReceipt } from "#inbox/messages/schema.ts";
import { query } from "#platform/db/query.ts";

type ReadReceipt = typeof readReceipt.$inferSelect;

/** Calls are not messages on the network, so they get no receipt. */
export const storeUnsent = query<
  { ticketId: number; now: number },
  Pick<ReadReceipt, "connectionId">
>(`INSERT OR IGNORE INTO read_receipt (message_id, connection_id, read_at, next_try_at)
  SELECT id, connection_id, :now, :now FROM message
  WHERE ticket_id = :ticketId AND read = 0 AND from_me = 0 AND provider_id IS NOT NULL AND media_type IS NOT 'call_log'
  RETURNING connection_id AS connectionId`);
export const markRead = query<{ ticketId: number }>(
  "UPDATE message SET read = 1 WHERE ticket_id = :ticketId AND read = 0 AND from_me = 0",
);

export type UnsentReceipt = Pick<ReadReceipt, "messageId"> &
  Pick<Message, "contactId" | "participantId" | "providerId">;
export const unsent = query<
  { connectionId: number; readAfter: number; maxAttempts: number; dueAt: number; limit: number },
  UnsentReceipt
>(`SELECT r.message_id AS messageId, m.contact_id AS contactId, m.participant_id AS participantId, m.provider_id AS providerId
  FROM read_receipt r JOIN message m ON m.id = r.message_id
  WHERE r.connection_id = :connectionId AND r.read_at > :readAfter AND r.attempts < :maxAttempts AND r.next_try_at <= :dueAt
  ORDER BY r.message_id LIMIT :limit`);
/** `messageIds` is a JSON list, as in the next query. */
export const deleteSent = query<{ messageIds: string }>(
  "DELETE FROM read_receipt WHERE message_id IN (SELECT value FROM json_each(:messageIds))",
);
export const countAttempt = query<{ nextTryAt: number; messageIds: string }>(
  `UPDATE read_receipt SET attempts = attempts + 1, next_try_at = :nextTryAt
   WHERE message_id IN (SELECT value FROM json_each(:messageIds))`,
);
export const deleteExpired = query<{ readBefore: number; maxAttempts: number }>(
  "DELETE FROM read_receipt WHERE read_at <= :readBefore OR attempts >= :maxAttempts",
);
export const deleteOfConnection = query<{ connectionId: number }>(
  "DELETE FROM read_receipt WHERE connection_id = :connectionId",
);
