import type { RunAnswer, RunPurpose, RunResult, Trace } from "#automation/prompts/contract.ts";
import { auditRead } from "#inbox/messages/index.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import { all, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";

interface RunRow {
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

const OF_TICKET = `SELECT r.id, r.purpose, r.prompt_id AS promptId, p.name AS promptName, r.user_id AS userId,
  u.name AS userName, r.model, r.tokens_in AS tokensIn, r.tokens_out AS tokensOut, r.ms, r.result, r.error, r.trace, r.at
  FROM ai_run r LEFT JOIN prompt p ON p.id = r.prompt_id LEFT JOIN user u ON u.id = r.user_id
  WHERE r.ticket_id = ? ORDER BY r.id DESC LIMIT 200`;

/** `GET /tickets/{id}/ai-runs`: what models were asked in this ticket, newest first. Throws 404 ERR_NO_TICKET_FOUND. */
export function runsOfTicket(ctx: UserCtx, ticketId: number): RunAnswer[] {
  // What a model was told are the words of the conversation.
  auditRead(ctx, ticketId, visibleTicket(ctx, ticketId));
  return all<RunRow>(ctx.tenant.db, OF_TICKET, ticketId).map(present);
}

const present = ({ promptId, promptName, userId, userName, trace, at, ...rest }: RunRow): RunAnswer => ({
  ...rest,
  prompt: promptId === null ? null : { id: promptId, name: promptName ?? "" },
  user: userId === null ? null : { id: userId, name: userName ?? "" },
  trace: parsed(trace),
  at: new Date(at).toISOString(),
});

function parsed(trace: string | null): Trace | null {
  try {
    return trace === null ? null : (JSON.parse(trace) as Trace);
  } catch {
    return null;
  }
}

/** Words of customers are not kept twice for ever: a trace this old is dropped, its counts stay. */
const TRACE_MS = 90 * 24 * 60 * 60_000;
const ROWS = 500;
const FORGET = `UPDATE ai_run SET trace = NULL WHERE id IN (SELECT id FROM ai_run INDEXED BY ai_run_traced
  WHERE trace IS NOT NULL AND at < ? LIMIT ${ROWS})`;
const ENDED = `DELETE FROM ai_turn WHERE id IN (SELECT id FROM ai_turn WHERE finished_at < ? LIMIT ${ROWS})`;

/** Part of the daily clean-up. */
export function forgetOldTraces(tenant: Tenant): void {
  const before = tenant.clock.now() - TRACE_MS;
  // A piece at a time: nobody waits behind a long night's work.
  for (const text of [FORGET, ENDED]) while (run(tenant.db, text, before).changes === ROWS) {}
}
