import { query } from "#platform/db/query.ts";

export const moveMessages = query<{
  toId: number;
  fromId: number;
}>(`UPDATE message SET connection_id = :toId WHERE id IN
  (SELECT message_id FROM outbox WHERE connection_id = :fromId AND state = 'queued' AND kind = 'message')`);
export const skipWaiting = query<{
  finishedAt: number;
  connectionId: number;
}>(`UPDATE inbound_event SET state = 'skipped', reason = 'connection_deleted', finished_at = :finishedAt
  WHERE connection_id = :connectionId AND state = 'new'`);
