import { inboundEvent } from "#inbox/messages/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

/** After this many failures an event no longer blocks the later events of its chat. */
const BLOCKING_ATTEMPTS = 3;

const { columns, read } = rowReader(inboundEvent, "r");

export { read };

/** An event waits while an earlier event of its chat waits for a retry. */
export const due = query<
  { nextTryAt: number; limit: number },
  unknown
>(`SELECT ${columns} FROM inbound_event r INDEXED BY inbound_event_open
  WHERE r.state = 'new' AND r.next_try_at <= :nextTryAt
  AND NOT EXISTS (SELECT 1 FROM inbound_event b WHERE b.state = 'new' AND b.connection_id = r.connection_id
    AND b.chat_key = r.chat_key AND b.id < r.id AND b.attempts BETWEEN 1 AND ${BLOCKING_ATTEMPTS})
  ORDER BY r.id LIMIT :limit`);
export const finish = query<{ state: string; reason: string | null; finishedAt: number | null; id: number }>(
  "UPDATE inbound_event SET state = :state, reason = :reason, finished_at = :finishedAt, stage = NULL WHERE id = :id",
);
export const stage = query<{ stage: string; id: number }>(
  "UPDATE inbound_event SET stage = :stage, attempts = 0, next_try_at = 0 WHERE id = :id",
);
export const wait = query<{ nextTryAt: number; id: number }>(
  "UPDATE inbound_event SET next_try_at = :nextTryAt, reason = 'unknown_target' WHERE id = :id",
);
export const fail = query<{ attempts: number; nextTryAt: number; reason: string | null; id: number }>(
  "UPDATE inbound_event SET attempts = :attempts, next_try_at = :nextTryAt, reason = :reason WHERE id = :id",
);
export const wake = query<{ connectionId: number; chatKey: string }>(`UPDATE inbound_event SET next_try_at = 0
  WHERE state = 'new' AND connection_id = :connectionId AND chat_key = :chatKey AND reason = 'unknown_target'`);
export const newer = query<
  { connectionId: number; chatKey: string; id: number },
  unknown
>(`SELECT 1 FROM inbound_event WHERE state = 'new' AND connection_id = :connectionId AND chat_key = :chatKey AND id > :id
  AND kind = 'message' LIMIT 1`);
export const next = query<Record<never, never>, { at: number | null }>(
  "SELECT min(next_try_at) AS at FROM inbound_event WHERE state = 'new'",
);
