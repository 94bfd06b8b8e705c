import { query } from "#platform/db/query.ts";
import type { RunState } from "./contract.ts";
import type { ItemState } from "./schema.ts";

type OfRun = { runId: number };

export const insertRun = query<{
  userId: number;
  requestId: string;
  actions: string;
  total: number;
  now: number;
}>(`INSERT INTO bulk_run (user_id, request_id, actions, total, state, created_at)
  VALUES (:userId, :requestId, :actions, :total, 'running', :now)`);
/** Ids without a ticket are left out. */
export const insertItems = query<{ runId: number; ids: string }>(
  `INSERT INTO bulk_item (run_id, ticket_id)
   SELECT :runId, t.id FROM ticket t WHERE t.id IN (SELECT value FROM json_each(:ids))`,
);
export const runOfRequest = query<{ userId: number; requestId: string }, { id: number }>(
  "SELECT id FROM bulk_run WHERE user_id = :userId AND request_id = :requestId",
);
export const workingOf = query<{ userId: number }, { id: number }>(
  "SELECT id FROM bulk_run WHERE user_id = :userId AND state IN ('running', 'undoing')",
);
export const workingRun = query<
  { userId: number },
  { id: number; state: RunState; total: number; createdAt: number }
>(
  `SELECT id, state, total, created_at AS createdAt FROM bulk_run INDEXED BY bulk_run_working
   WHERE user_id = :userId AND state IN ('running', 'undoing')`,
);
export const working = query<Record<never, never>, { id: number }>(
  "SELECT id FROM bulk_run INDEXED BY bulk_run_working WHERE state IN ('running', 'undoing') ORDER BY id",
);
export const setState = query<{ id: number; state: RunState; undoUntil: number | null }>(
  "UPDATE bulk_run SET state = :state, undo_until = :undoUntil WHERE id = :id",
);
export const setTotal = query<{ id: number; total: number }>(
  "UPDATE bulk_run SET total = :total WHERE id = :id",
);
export const counts = query<OfRun, { state: ItemState; n: number }>(
  "SELECT state, count(*) AS n FROM bulk_item WHERE run_id = :runId GROUP BY state",
);
export const nextItems = query<
  { runId: number; state: ItemState; limit: number },
  { ticketId: number; before: string | null }
>(`SELECT ticket_id AS ticketId, before FROM bulk_item
  WHERE run_id = :runId AND state = :state ORDER BY ticket_id LIMIT :limit`);
export const setItem = query<
  OfRun & { ticketId: number; state: ItemState; error: string | null; before: string | null }
>(`UPDATE bulk_item SET state = :state, error = :error, before = :before
  WHERE run_id = :runId AND ticket_id = :ticketId`);
export const retryFailed = query<OfRun>(
  "UPDATE bulk_item SET state = 'waiting', error = NULL WHERE run_id = :runId AND state = 'failed'",
);
export const failures = query<OfRun, { ticketId: number; error: string | null }>(
  `SELECT ticket_id AS ticketId, error FROM bulk_item WHERE run_id = :runId AND state IN ('failed', 'kept')
   ORDER BY error, ticket_id`,
);
export const tagsOf = query<{ ticketId: number }, { tagId: number }>(
  "SELECT tag_id AS tagId FROM ticket_tag WHERE ticket_id = :ticketId",
);
/** The largest number of open and pending tickets among these that belong to one unofficial number. */
export const perNumber = query<{ ids: string }, { n: number }>(
  `SELECT count(*) AS n FROM ticket t JOIN connection c ON c.id = t.connection_id
   WHERE t.id IN (SELECT value FROM json_each(:ids)) AND t.status <> 'closed' AND c.channel = 'whatsapp'
     AND c.provider <> 'cloud' GROUP BY t.connection_id ORDER BY n DESC LIMIT 1`,
);
/** When the latest farewell of the run on this unofficial number is due, ms. */
export const lastFarewell = query<OfRun & { connectionId: number }, { at: number | null }>(
  `SELECT max(t.close_settles_at) AS at FROM bulk_item i JOIN ticket t ON t.id = i.ticket_id
   JOIN connection c ON c.id = t.connection_id WHERE i.run_id = :runId AND i.state = 'done'
     AND t.connection_id = :connectionId AND c.channel = 'whatsapp' AND c.provider <> 'cloud'`,
);
export const deleteOld = query<{ before: number }>(
  "DELETE FROM bulk_run WHERE created_at <= :before AND state NOT IN ('running', 'undoing')",
);
/** Deletes the stored old values of runs that can no longer be undone, because they may be personal data. */
export const forgetBefore = query<{
  now: number;
}>(`UPDATE bulk_item SET before = NULL WHERE before IS NOT NULL
  AND run_id IN (SELECT id FROM bulk_run WHERE undo_until <= :now AND state <> 'undoing')`);
/** The next time, ms, at which a run is deleted or can no longer be undone. */
export const nextEnd = query<{ keptMs: number }, { at: number | null }>(`SELECT min(at) AS at FROM (
  SELECT min(created_at) + :keptMs AS at FROM bulk_run
  UNION ALL
  SELECT min(r.undo_until) FROM bulk_run r
    WHERE EXISTS (SELECT 1 FROM bulk_item i WHERE i.run_id = r.id AND i.before IS NOT NULL))`);
