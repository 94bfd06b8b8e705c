import { query } from "#platform/db/query.ts";

type NoParams = Record<never, never>;
/** `oldest`: time of the oldest row, ms; null without rows. */
interface Waiting {
  readonly n: number;
  readonly oldest: number | null;
}

export const inbox = query<NoParams, Waiting>(
  "SELECT count(*) AS n, min(received_at) AS oldest FROM inbound_event INDEXED BY inbound_event_open WHERE state = 'new'",
);
/** Rows of offline connections, and rows that wait for a retry or a planned time, do not count as backlog. */
export const outbox = query<{ now: number }, Waiting>(`SELECT count(*) AS n, min(r.next_try_at) AS oldest
  FROM outbox r INDEXED BY outbox_due JOIN connection w ON w.id = r.connection_id AND w.status = 'CONNECTED'
  WHERE r.state IN ('queued', 'sending') AND r.state = 'queued' AND r.next_try_at <= :now`);
