import { query } from "#platform/db/query.ts";

/** A bundled row is sent with its head. */
const UNFINISHED = "state IN ('queued', 'sending', 'bundled')";

export const failMessages = query<{ error: string; now: number }>(
  `UPDATE message SET send_state = 'failed', send_error = :error, updated_at = :now
  WHERE id IN (SELECT message_id FROM outbox WHERE ${UNFINISHED} AND kind = 'message' AND message_id IS NOT NULL)`,
);
export const failRows = query<{ error: string }>(
  `UPDATE outbox SET state = 'failed', held_by = NULL, error = :error WHERE ${UNFINISHED}`,
);
