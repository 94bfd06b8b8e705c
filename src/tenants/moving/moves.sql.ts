import { query } from "#platform/db/query.ts";
import type { MoveState } from "./machine.ts";
import type { Arrival, Move } from "./rows.ts";

const MOVE = `id, move, company_id AS companyId, company_name AS companyName, to_cell AS toCell, state, error, sent,
  has_files AS hasFiles, asked_at AS askedAt, paused_at AS pausedAt, switched_at AS switchedAt, ended_at AS endedAt`;
const ARRIVAL = "company_id AS companyId, move, from_cell AS fromCell, state, rows, updated_at AS updatedAt";

export const insertMove = query<{
  move: string;
  companyId: number;
  companyName: string;
  toCell: number;
  now: number;
}>(
  `INSERT INTO company_move (move, company_id, company_name, to_cell, asked_at)
   VALUES (:move, :companyId, :companyName, :toCell, :now)`,
);
export const moveById = query<{ id: number }, Move>(`SELECT ${MOVE} FROM company_move WHERE id = :id`);
export const lastMove = query<{ companyId: number }, Move>(
  `SELECT ${MOVE} FROM company_move WHERE company_id = :companyId ORDER BY id DESC LIMIT 1`,
);
export const unfinishedMoves = query<Record<never, never>, Move>(
  `SELECT ${MOVE} FROM company_move WHERE state NOT IN ('done', 'failed') ORDER BY id`,
);
export const pausedCompanies = query<{ states: string }, { readonly id: number }>(
  "SELECT company_id AS id FROM company_move WHERE state IN (SELECT value FROM json_each(:states))",
);
export const setState = query<{
  id: number;
  from: MoveState;
  to: MoveState;
  error: string | null;
  now: number;
}>(
  `UPDATE company_move SET state = :to, error = :error,
     paused_at = CASE :to WHEN 'paused' THEN :now ELSE paused_at END,
     switched_at = CASE :to WHEN 'switched' THEN :now ELSE switched_at END,
     ended_at = CASE WHEN :to IN ('done', 'failed') THEN :now END
   WHERE id = :id AND state = :from`,
);
export const setSent = query<{ id: number; sent: number }>(
  "UPDATE company_move SET sent = :sent WHERE id = :id",
);
export const noteClosed = query<{ id: number; lastInvoiceId: number | null }>(
  "UPDATE company_move SET has_files = 1, last_invoice_id = :lastInvoiceId WHERE id = :id",
);
export const movesWithFiles = query<{ endedBefore: number }, Move>(
  `SELECT ${MOVE} FROM company_move WHERE has_files = 1 AND state = 'done' AND ended_at <= :endedBefore`,
);
export const forgetFiles = query<{ companyId: number }>(
  "UPDATE company_move SET has_files = 0 WHERE company_id = :companyId",
);

export const leftCompanies = query<Record<never, never>, { readonly id: number }>(
  "SELECT DISTINCT company_id AS id FROM company_move WHERE state = 'done'",
);

export const putArrival = query<{ companyId: number; move: string; fromCell: number; now: number }>(
  `INSERT INTO company_arrival (company_id, move, from_cell, created_at, updated_at)
   VALUES (:companyId, :move, :fromCell, :now, :now)`,
);
export const arrivals = query<Record<never, never>, Arrival>(
  `SELECT ${ARRIVAL} FROM company_arrival ORDER BY company_id`,
);
export const arrivalOf = query<{ companyId: number }, Arrival>(
  `SELECT ${ARRIVAL} FROM company_arrival WHERE company_id = :companyId`,
);
export const setReady = query<{ companyId: number; move: string; rows: string; now: number }>(
  `UPDATE company_arrival SET state = 'ready', rows = :rows, updated_at = :now
   WHERE company_id = :companyId AND move = :move`,
);
export const touchArrival = query<{ companyId: number; now: number }>(
  "UPDATE company_arrival SET updated_at = :now WHERE company_id = :companyId",
);
export const deleteArrival = query<{ companyId: number }>(
  "DELETE FROM company_arrival WHERE company_id = :companyId",
);
