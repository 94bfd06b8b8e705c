import { query } from "#platform/db/query.ts";

/** Runs per connection and turn of the job. */
const AT_A_TIME = 50;

interface ById {
  readonly id: number;
}

export const runningOf = query<{ ticketId: number }, ById>(
  "SELECT id FROM follow_up_run WHERE ticket_id = :ticketId AND state = 'running'",
);
export const runningOnConnection = query<{ connectionId: number }, ById>(
  "SELECT id FROM follow_up_run INDEXED BY follow_up_run_due WHERE state = 'running' AND connection_id = :connectionId",
);
export const runningOfContact = query<{ contactId: number }, ById>(
  `SELECT r.id FROM ticket t JOIN follow_up_run r ON r.ticket_id = t.id AND r.state = 'running'
  WHERE t.contact_id = :contactId`,
);
export const ownersOfFile = query<{ fileId: number }, { ownerId: number | null }>(
  `SELECT owner_id AS ownerId FROM follow_up
  WHERE EXISTS (SELECT 1 FROM json_each(steps) s WHERE json_extract(s.value, '$.fileId') = :fileId)`,
);

export interface ShownRun {
  readonly ticketId: number;
  readonly name: string;
  readonly step: number;
  readonly steps: number;
  /** Null while a step waits in the outbox. */
  readonly nextAt: number | null;
  readonly action: "none" | "resolve_silent" | "resolve" | "return";
}
/** The run of a closed ticket is not shown, because it waits until the close is settled. */
const SHOWN = `SELECT ticket_id AS ticketId, name, step, json_array_length(steps) AS steps,
  CASE WHEN outbox_id IS NULL THEN next_at END AS nextAt, json_extract(ending, '$.action') AS action FROM follow_up_run
  WHERE state = 'running' AND (SELECT status FROM ticket t WHERE t.id = ticket_id) <> 'closed'`;
/** For the single ticket of a broadcast. */
export const shown = query<{ ticketId: number }, ShownRun>(`${SHOWN} AND ticket_id = :ticketId`);
export const anyRunning = query<Record<never, never>, unknown>(
  "SELECT 1 FROM follow_up_run INDEXED BY follow_up_run_due WHERE state = 'running' LIMIT 1",
);
/** `ids` is a JSON list of tickets. */
export const shownAll = query<{ ids: string }, ShownRun>(
  `${SHOWN} AND ticket_id IN (SELECT value FROM json_each(:ids))`,
);
export const nameOfMessage = query<{ messageId: number }, { name: string }>(
  "SELECT r.name FROM follow_up_step s JOIN follow_up_run r ON r.id = s.run_id WHERE s.message_id = :messageId",
);

/** Connections with due runs; `official`: networks with an answer window, which need no pacing. */
export const dueConnections = query<{ now: number }, { id: number; official: number }>(
  `SELECT DISTINCT w.id, w.channel <> 'whatsapp' OR w.provider = 'cloud' AS official
  FROM follow_up_run r INDEXED BY follow_up_run_due JOIN connection w ON w.id = r.connection_id
  WHERE r.state = 'running' AND r.next_at <= :now`,
);
export const dueOf = query<{ connectionId: number; now: number }, ById>(
  `SELECT id FROM follow_up_run INDEXED BY follow_up_run_due
  WHERE state = 'running' AND next_at <= :now AND connection_id = :connectionId ORDER BY next_at, id LIMIT ${AT_A_TIME}`,
);
export const nextDue = query<Record<never, never>, { at: number | null }>(
  "SELECT min(next_at) AS at FROM follow_up_run INDEXED BY follow_up_run_due WHERE state = 'running'",
);

/** The number of steps of a connection since a time, and the time of the last one. */
export const stepsSince = query<{ connectionId: number; since: number }, { n: number; last: number | null }>(
  `SELECT count(*) AS n, max(queued_at) AS last FROM follow_up_step
  WHERE connection_id = :connectionId AND queued_at >= :since`,
);
/** Inserts no row when the step was already queued. */
export const insertStep = query<{ runId: number; step: number; connectionId: number; now: number }>(
  `INSERT INTO follow_up_step (run_id, step, connection_id, queued_at) VALUES (:runId, :step, :connectionId, :now)
  ON CONFLICT (run_id, step) DO NOTHING`,
);
export const deleteStep = query<{ runId: number; step: number }>(
  "DELETE FROM follow_up_step WHERE run_id = :runId AND step = :step",
);
export const setMessage = query<{ messageId: number | null; runId: number; step: number }>(
  "UPDATE follow_up_step SET message_id = :messageId WHERE run_id = :runId AND step = :step",
);

/** Finds a stored inbound message of any customer of the connection that is not processed yet. */
export const unprocessed = query<{ connectionId: number; since: number }, unknown>(
  `SELECT 1 FROM inbound_event INDEXED BY inbound_event_open
  WHERE state = 'new' AND connection_id = :connectionId AND kind = 'message' AND received_at >= :since LIMIT 1`,
);

export const end = query<{ reason: string; now: number; id: number }>(
  `UPDATE follow_up_run SET state = 'ended', end_reason = :reason, ended_at = :now, next_at = NULL, outbox_id = NULL,
  steps = '[]' WHERE id = :id AND state = 'running'`,
);
export const advance = query<{
  step: number;
  nextAt: number;
  outboxId: number | null;
  id: number;
}>(
  `UPDATE follow_up_run SET step = :step, next_at = :nextAt, outbox_id = :outboxId WHERE id = :id AND state = 'running'`,
);
export const deleteOfTicket = query<{ ticketId: number }>(
  "DELETE FROM follow_up_run WHERE ticket_id = :ticketId",
);
/** Sets a due time in the past: the job then ends the run as too late. */
export const markDue = query<{ now: number }>(
  `UPDATE follow_up_run SET next_at = 0, outbox_id = NULL
  WHERE state = 'running' AND (next_at <= :now OR outbox_id IS NOT NULL)`,
);
