import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { type PhoneFacts, type Run, reconciliationPhone, reconciliationRun } from "./schema.ts";

const runs = rowReader(reconciliationRun);
const phones = rowReader(reconciliationPhone);

type Connection = { connectionId: number };

export const insertRun = query<Pick<Run, "connectionId" | "cause" | "dueAt" | "mostChats" | "createdAt">>(
  `INSERT INTO reconciliation_run (connection_id, cause, due_at, most_chats, created_at)
   VALUES (:connectionId, :cause, :dueAt, :mostChats, :createdAt)`,
);
export const runById = query<{ id: number }, Run>(
  `SELECT ${runs.columns} FROM reconciliation_run WHERE id = :id`,
);
export const openRuns = query<Record<never, never>, Run>(
  `SELECT ${runs.columns} FROM reconciliation_run WHERE state IN ('waiting', 'running') ORDER BY due_at, id`,
);
export const openRunOf = query<Connection, Run>(
  `SELECT ${runs.columns} FROM reconciliation_run WHERE connection_id = :connectionId AND state IN ('waiting', 'running')`,
);
export const latestRuns = query<Connection & { since: number }, Run>(
  `SELECT ${runs.columns} FROM reconciliation_run WHERE connection_id = :connectionId AND created_at >= :since
   ORDER BY created_at DESC, id DESC LIMIT 30`,
);
export const lastOfCause = query<Connection & { cause: string }, { at: number | null }>(
  "SELECT max(created_at) AS at FROM reconciliation_run WHERE connection_id = :connectionId AND cause = :cause",
);
/** Chats requested since a time, by hand or by the product. */
export const askedSince = query<Connection & { since: number; manual: number }, { n: number }>(
  `SELECT coalesce(sum(asked), 0) AS n FROM reconciliation_run WHERE connection_id = :connectionId
   AND created_at >= :since AND (cause = 'manual') = :manual`,
);
export const start = query<{ id: number; now: number }>(
  "UPDATE reconciliation_run SET state = 'running', started_at = coalesce(started_at, :now) WHERE id = :id",
);
export const finish = query<{ id: number; state: string; now: number }>(
  "UPDATE reconciliation_run SET state = :state, ended_at = :now WHERE id = :id AND state IN ('waiting', 'running')",
);
export const postpone = query<{ id: number; dueAt: number }>(
  "UPDATE reconciliation_run SET state = 'waiting', due_at = :dueAt, silences = 0 WHERE id = :id",
);
export const countAsked = query<{ id: number }>(
  "UPDATE reconciliation_run SET asked = asked + 1 WHERE id = :id",
);
export const countSilence = query<{ id: number }>(
  "UPDATE reconciliation_run SET silences = silences + 1 WHERE id = :id",
);
export const countAnswer = query<{ id: number; compared: number; gaps: number }>(
  `UPDATE reconciliation_run SET silences = 0, compared = compared + :compared, gaps = gaps + :gaps WHERE id = :id`,
);
export const countAnswered = query<{ id: number }>(
  "UPDATE reconciliation_run SET answered = answered + 1 WHERE id = :id",
);
export const countFilled = query<{ id: number }>(
  "UPDATE reconciliation_run SET filled = filled + 1 WHERE id = :id",
);

/** The next chat: traffic since its last proof, newest first, not requested in this run. */
export const nextChat = query<
  Connection & { since: number; runStartedAt: number; groups: number },
  { contactId: number; provenTo: number | null; unprovenTo: number | null }
>(`SELECT t.contact_id AS contactId, c.proven_to AS provenTo, c.unproven_to AS unprovenTo
  FROM ticket t JOIN contact p ON p.id = t.contact_id
    LEFT JOIN reconciliation_chat c ON c.connection_id = :connectionId AND c.contact_id = t.contact_id
  WHERE t.connection_id = :connectionId AND t.last_message_at > :since AND p.blocked = 0
    AND (:groups = 1 OR t.is_group = 0) AND (c.asked_at IS NULL OR c.asked_at < :runStartedAt)
    AND t.last_message_at > coalesce(c.proven_to, 0)
  ORDER BY t.last_message_at DESC LIMIT 1`);
export const askChat = query<Connection & { contactId: number; now: number }>(
  `INSERT INTO reconciliation_chat (connection_id, contact_id, asked_at) VALUES (:connectionId, :contactId, :now)
   ON CONFLICT (connection_id, contact_id) DO UPDATE SET asked_at = :now`,
);
export const silentChat = query<Connection & { contactId: number }>(
  `UPDATE reconciliation_chat SET silences = silences + 1 WHERE connection_id = :connectionId AND contact_id = :contactId`,
);
export const forgetAsked = query<Connection & { contactId: number }>(
  "UPDATE reconciliation_chat SET asked_at = NULL WHERE connection_id = :connectionId AND contact_id = :contactId",
);
/** The chat that was requested when the server stopped: neither answered nor silent. */
export const resumeChats = query<Connection & { runStartedAt: number }>(
  `UPDATE reconciliation_chat SET asked_at = NULL WHERE connection_id = :connectionId AND asked_at >= :runStartedAt
   AND silences = 0 AND coalesce(answered_at, 0) < asked_at`,
);
export const proveChat = query<
  Connection & { contactId: number; provenTo: number; unprovenTo: number | null; now: number }
>(`UPDATE reconciliation_chat SET proven_to = :provenTo, unproven_to = :unprovenTo, answered_at = :now, silences = 0
  WHERE connection_id = :connectionId AND contact_id = :contactId`);

export const phone = query<Connection, PhoneFacts>(
  `SELECT ${phones.columns} FROM reconciliation_phone WHERE connection_id = :connectionId`,
);
export const rememberUnit = query<Connection & { unit: string }>(
  `INSERT INTO reconciliation_phone (connection_id, unit) VALUES (:connectionId, :unit)
   ON CONFLICT (connection_id) DO UPDATE SET unit = :unit`,
);
export const triedOtherUnit = query<Connection & { now: number }>(
  `INSERT INTO reconciliation_phone (connection_id, other_unit_tried_at) VALUES (:connectionId, :now)
   ON CONFLICT (connection_id) DO UPDATE SET other_unit_tried_at = :now`,
);

export const openRestriction = query<Connection, unknown>(
  "SELECT 1 FROM connection_restriction WHERE connection_id = :connectionId AND lifted_at IS NULL LIMIT 1",
);
export const deleteOldRuns = query<{ before: number }>(
  "DELETE FROM reconciliation_run WHERE created_at < :before AND state NOT IN ('waiting', 'running')",
);
export const forgetRemoved = query<{ before: number }>("DELETE FROM removed_message WHERE at < :before");
export const stopOfConnection = query<Connection & { now: number }>(
  `UPDATE reconciliation_run SET state = 'stopped', ended_at = :now WHERE connection_id = :connectionId
   AND state IN ('waiting', 'running')`,
);
/** Unofficial numbers that are linked and compared at night. */
export const comparedConnections = query<
  { linkedBefore: number },
  { id: number; reconcileChats: number }
>(`SELECT id, reconcile_chats AS reconcileChats FROM connection WHERE channel = 'whatsapp' AND provider <> 'cloud'
  AND status = 'CONNECTED' AND deleted_at IS NULL AND reconcile_chats > 0 AND linked_at <= :linkedBefore ORDER BY id`);
