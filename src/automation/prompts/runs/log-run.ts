import type { RunPurpose, RunResult, Trace } from "#automation/prompts/contract.ts";
import type { PromptRow, TurnRow } from "#automation/prompts/schema.ts";
import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { addTokens } from "./usage.ts";

const INSERT = `INSERT INTO ai_run (purpose, ticket_id, prompt_id, turn_id, user_id, model, tokens_in, tokens_out, ms,
  result, error, trace, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const LONGEST_TRACE = 100_000;

export interface Run {
  readonly purpose: RunPurpose;
  readonly prompt: Pick<PromptRow, "id" | "model">;
  readonly ticketId?: number | null;
  readonly turn?: Pick<TurnRow, "id">;
  readonly userId?: number;
  /** When another than the prompt's own was called. */
  readonly model?: string;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly ms: number;
  readonly result: RunResult;
  readonly error?: string | null;
  readonly trace?: Trace;
}

/** Writes down a call of a model and counts its tokens (docs/rules/prompts.md#runs). */
export function logRun(unit: TenantUnit, { prompt, tokensIn = 0, tokensOut = 0, ...rest }: Run): void {
  const trace = rest.trace ? JSON.stringify(rest.trace) : null;
  run(
    unit.db,
    INSERT,
    rest.purpose,
    rest.ticketId ?? null,
    prompt.id,
    rest.turn?.id ?? null,
    rest.userId ?? null,
    rest.model ?? prompt.model,
    tokensIn,
    tokensOut,
    Math.round(rest.ms),
    rest.result,
    rest.error ?? null,
    trace !== null && trace.length > LONGEST_TRACE ? null : trace,
    unit.now,
  );
  addTokens(unit, prompt.id, tokensIn + tokensOut);
}
