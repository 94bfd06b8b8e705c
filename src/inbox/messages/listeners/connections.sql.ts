import { query } from "#platform/db/query.ts";

const QUEUED = "connection_id = :connectionId AND state = 'queued' AND kind = 'message'";
export const countQueued = query<{ connectionId: number }, { readonly n: number }>(
  `SELECT count(*) AS n FROM outbox WHERE ${QUEUED}`,
);
export const queued = query<{ connectionId: number }, { readonly id: number }>(
  `SELECT id FROM outbox WHERE ${QUEUED}`,
);
/** The next queued sends that are not held, chat by chat in the order of sending. */
export const nextQueued = query<
  { connectionId: number; limit: number },
  { readonly id: number; readonly contactId: number }
>(`SELECT id, contact_id AS contactId FROM outbox INDEXED BY outbox_chat WHERE ${QUEUED} AND held_by IS NULL
  ORDER BY contact_id, priority, id LIMIT :limit`);
/** `ids` is a JSON list of sends. */
export const moveMessages = query<{ toId: number; ids: string }>(
  `UPDATE message SET connection_id = :toId WHERE id IN
  (SELECT message_id FROM outbox WHERE id IN (SELECT value FROM json_each(:ids)))`,
);
export const skipWaiting = query<{
  finishedAt: number;
  connectionId: number;
}>(`UPDATE inbound_event SET state = 'skipped', reason = 'connection_deleted', finished_at = :finishedAt
  WHERE connection_id = :connectionId AND state = 'new'`);
