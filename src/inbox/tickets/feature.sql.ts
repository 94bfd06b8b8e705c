import { query } from "#platform/db/query.ts";

/** Open and pending tickets of a queue. */
export const countOfQueue = query<{ queueId: number }, { n: number }>(
  "SELECT count(*) AS n FROM ticket WHERE queue_id = :queueId AND status IN ('open', 'pending')",
);
/** Reads the stored counters: a few rows per queue and attendant. */
export const holdersOfAwake = query<Record<never, never>, { userId: number }>(
  `SELECT holder_id AS userId FROM ticket_count WHERE status = 'open' AND holder_id <> 0
  GROUP BY holder_id HAVING sum(tickets - asleep) > 0`,
);
