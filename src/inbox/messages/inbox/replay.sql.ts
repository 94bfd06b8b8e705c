import { query } from "#platform/db/query.ts";

export const again = query<{
  id: number;
}>(`UPDATE inbound_event SET state = 'new', attempts = 0, next_try_at = 0, reason = NULL, finished_at = NULL
  WHERE id = :id AND state = 'failed'`);
