import { all, type Db } from "#platform/db/database.ts";
import type { Filter } from "./filter.ts";

const RUNNING = `SELECT status, count(*) AS tickets FROM ticket t
  WHERE status <> 'closed' AND is_group = 0 AND origin NOT IN ('import', 'phone')
    AND (?1 IS NULL OR coalesce(queue_id, 0) IN (SELECT value FROM json_each(?1)))
    AND (?2 IS NULL OR connection_id IN (SELECT value FROM json_each(?2)))
    AND (?3 IS NULL OR EXISTS (SELECT 1 FROM ticket_tag g WHERE g.ticket_id = t.id
      AND g.tag_id IN (SELECT value FROM json_each(?3))))
  GROUP BY status`;

/** Tickets pending and open right now, without groups and what was imported or begun on the phone. */
export function runningTickets(db: Db, filter: Filter): { supportPending: number; supportHappening: number } {
  const found = all<{ status: string; tickets: number }>(
    db,
    RUNNING,
    filter.queues,
    filter.connections,
    filter.tags,
  );
  const of = (status: string) => found.find((row) => row.status === status)?.tickets ?? 0;
  return { supportPending: of("pending"), supportHappening: of("open") };
}
