import { query } from "#platform/db/query.ts";

/** The payload after redaction. The row itself is kept, so that a repetition of the event is recognised. */
export const REDACTED_PAYLOAD = "{}";

/** Rows per transaction; other work of the event loop runs between two transactions. */
export const BATCH = 500;

/** A failed event becomes `skipped`, because it can no longer be retried. */
export const redactEvent = query<{
  id: number;
}>(`UPDATE inbound_event SET payload = '${REDACTED_PAYLOAD}', reason = iif(state = 'failed', 'retention', reason),
  state = iif(state = 'failed', 'skipped', state) WHERE id = :id`);
export const oldEvents = query<
  { finishedAt: number },
  { id: number; state: string; payload: string }
>(`SELECT id, state, payload FROM inbound_event
  WHERE finished_at <= :finishedAt AND payload <> '${REDACTED_PAYLOAD}' LIMIT ${BATCH}`);
/** Redacts only the sends of edits: all other sends are deleted together with their message. */
export const redactSends = query<{
  createdAt: number;
}>(`UPDATE outbox SET payload = '${REDACTED_PAYLOAD}' WHERE id IN (SELECT id FROM outbox
  WHERE message_id IS NULL AND state IN ('sent', 'cancelled') AND created_at <= :createdAt AND payload <> '${REDACTED_PAYLOAD}'
  LIMIT ${BATCH})`);
