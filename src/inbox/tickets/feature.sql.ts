import { query } from "#platform/db/query.ts";

/** Open and pending tickets of a queue. */
export const countOfQueue = query<{ queueId: number }, { n: number }>(
  "SELECT count(*) AS n FROM ticket WHERE queue_id = :queueId AND status IN ('open', 'pending')",
);
