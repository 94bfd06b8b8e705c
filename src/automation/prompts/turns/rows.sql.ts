import { aiTurn, type TurnKind, type TurnState } from "#automation/prompts/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns, read } = rowReader(aiTurn);

export { read };

type OfTicket = { ticketId: number };

export const byId = query<{ id: number }, unknown>(`SELECT ${columns} FROM ai_turn WHERE id = :id`);
export const unfinishedAnswers = query<OfTicket, unknown>(
  `SELECT ${columns} FROM ai_turn WHERE ticket_id = :ticketId AND kind = 'answer'
   AND state IN ('waiting', 'thinking') ORDER BY id`,
);
export const insert = query<
  OfTicket & {
    kind: TurnKind;
    promptId: number;
    messageId: number;
    dueAt: number;
    isSecond: number;
    now: number;
  }
>(
  `INSERT INTO ai_turn (kind, ticket_id, prompt_id, message_id, due_at, is_second, created_at)
   VALUES (:kind, :ticketId, :promptId, :messageId, :dueAt, :isSecond, :now)
   ON CONFLICT (message_id, kind) DO NOTHING`,
);
export const postpone = query<{ id: number; messageId: number; promptId: number; dueAt: number }>(
  `UPDATE ai_turn SET message_id = :messageId, prompt_id = :promptId, due_at = :dueAt
   WHERE id = :id AND state = 'waiting'`,
);
/** Releases turns of processes that have ended; the interrupted attempt does not count. */
export const releaseLost = query<{ ownerId: string; dueAt: number }>(
  `UPDATE ai_turn SET state = 'waiting', claimed_by = NULL, attempts = max(attempts - 1, 0), due_at = :dueAt
   WHERE state = 'thinking' AND claimed_by IS NOT :ownerId`,
);
/** Releases turns of this process that run no longer because their result could not be stored. The attempt counts. */
export const releaseUnstored = query<{ ownerId: string; dueAt: number; running: string }>(
  `UPDATE ai_turn SET state = 'waiting', claimed_by = NULL, due_at = :dueAt
   WHERE state = 'thinking' AND claimed_by IS :ownerId AND id NOT IN (SELECT value FROM json_each(:running))`,
);
export const due = query<{ now: number; limit: number }, { readonly id: number }>(
  `SELECT id FROM ai_turn t INDEXED BY ai_turn_waiting WHERE state = 'waiting' AND due_at <= :now
   AND NOT EXISTS (SELECT 1 FROM ai_turn o INDEXED BY ai_turn_thinking
     WHERE o.state = 'thinking' AND o.ticket_id = t.ticket_id AND o.kind = t.kind)
   ORDER BY due_at, id LIMIT :limit`,
);
export const claim = query<{ id: number; ownerId: string }>(
  `UPDATE ai_turn SET state = 'thinking', claimed_by = :ownerId, attempts = attempts + 1
   WHERE id = :id AND state = 'waiting'`,
);
export const finish = query<{ id: number; state: TurnState; result: string | null; now: number }>(
  "UPDATE ai_turn SET state = :state, result = :result, claimed_by = NULL, finished_at = :now WHERE id = :id",
);
export const repeat = query<{ id: number; dueAt: number; result: string }>(
  "UPDATE ai_turn SET state = 'waiting', claimed_by = NULL, due_at = :dueAt, result = :result WHERE id = :id",
);
export const next = query<
  Record<never, never>,
  { readonly waiting: number | null; readonly thinking: number }
>(
  `SELECT (SELECT min(due_at) FROM ai_turn INDEXED BY ai_turn_waiting WHERE state = 'waiting') AS waiting,
     EXISTS (SELECT 1 FROM ai_turn INDEXED BY ai_turn_thinking WHERE state = 'thinking') AS thinking`,
);
export const cancelAnswers = query<OfTicket & { now: number }>(
  `UPDATE ai_turn SET state = 'cancelled', finished_at = :now
   WHERE ticket_id = :ticketId AND kind = 'answer' AND state = 'waiting'`,
);
export const countAnswers = query<OfTicket & { since: number }, { readonly n: number }>(
  `SELECT count(*) AS n FROM ai_turn
   WHERE ticket_id = :ticketId AND kind = 'answer' AND state = 'done' AND created_at >= :since`,
);
export const withResult = query<OfTicket & { result: string; since: number }, unknown>(
  `SELECT 1 FROM ai_turn
   WHERE ticket_id = :ticketId AND kind = 'answer' AND result = :result AND created_at >= :since LIMIT 1`,
);
export const cancelRestored = query<{ now: number }>(
  `UPDATE ai_turn SET state = 'cancelled', result = 'restored', claimed_by = NULL, finished_at = :now
  WHERE state IN ('waiting', 'thinking') AND kind = 'answer'`,
);
