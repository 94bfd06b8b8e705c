import type { RunPurpose, RunResult } from "#automation/prompts/contract.ts";
import { query } from "#platform/db/query.ts";

export interface RunRow {
  readonly id: number;
  readonly purpose: RunPurpose;
  readonly promptId: number | null;
  readonly promptName: string | null;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly ms: number;
  readonly result: RunResult;
  readonly error: string | null;
  readonly trace: string | null;
  readonly at: number;
}
type Batch = { before: number; limit: number };

export const ofTicket = query<{ ticketId: number }, RunRow>(
  `SELECT r.id, r.purpose, r.prompt_id AS promptId, p.name AS promptName, r.user_id AS userId, u.name AS userName,
     r.model, r.tokens_in AS tokensIn, r.tokens_out AS tokensOut, r.ms, r.result, r.error, r.trace, r.at
   FROM ai_run r LEFT JOIN prompt p ON p.id = r.prompt_id LEFT JOIN user u ON u.id = r.user_id
   WHERE r.ticket_id = :ticketId ORDER BY r.id DESC LIMIT 200`,
);
export const clearOldTraces = query<Batch>(
  `UPDATE ai_run SET trace = NULL WHERE id IN (SELECT id FROM ai_run INDEXED BY ai_run_traced
   WHERE trace IS NOT NULL AND at < :before LIMIT :limit)`,
);
export const deleteOldTurns = query<Batch>(
  "DELETE FROM ai_turn WHERE id IN (SELECT id FROM ai_turn WHERE finished_at < :before LIMIT :limit)",
);

type OfMonth = { promptId: number; month: string };

export const tokensUsed = query<OfMonth, { readonly tokens: number }>(
  "SELECT tokens FROM ai_usage WHERE prompt_id = :promptId AND month = :month",
);
/** Adds nothing when the prompt was deleted. */
export const addTokens = query<OfMonth & { tokens: number }>(
  `INSERT INTO ai_usage (prompt_id, month, tokens) SELECT id, :month, :tokens FROM prompt WHERE id = :promptId
   ON CONFLICT (prompt_id, month) DO UPDATE SET tokens = tokens + excluded.tokens`,
);
