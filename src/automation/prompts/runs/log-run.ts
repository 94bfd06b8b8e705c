import type { RunPurpose, RunResult, Trace } from "#automation/prompts/contract.ts";
import { aiRun, type PromptRow, type TurnRow } from "#automation/prompts/schema.ts";

import type { TenantUnit } from "#tenants/tenant.ts";
import { addTokens } from "./usage.ts";

const MAX_TRACE_LENGTH = 100_000;

export interface Run {
  readonly purpose: RunPurpose;
  readonly prompt: Pick<PromptRow, "id" | "model">;
  readonly ticketId?: number | null;
  readonly turn?: Pick<TurnRow, "id">;
  readonly userId?: number;
  /** Set when it differs from the prompt's own model. */
  readonly model?: string;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly ms: number;
  readonly result: RunResult;
  readonly error?: string | null;
  readonly trace?: Trace;
}

/** Logs a call of a model and counts its tokens (docs/rules/prompts.md#runs). */
export function logRun(unit: TenantUnit, { prompt, tokensIn = 0, tokensOut = 0, ...rest }: Run): void {
  const trace = rest.trace ? JSON.stringify(rest.trace) : null;
  unit.db
    .insert(aiRun)
    .values({
      purpose: rest.purpose,
      ticketId: rest.ticketId ?? null,
      promptId: prompt.id,
      turnId: rest.turn?.id ?? null,
      userId: rest.userId ?? null,
      model: rest.model ?? prompt.model,
      tokensIn,
      tokensOut,
      ms: Math.round(rest.ms),
      result: rest.result,
      error: rest.error ?? null,
      trace: trace !== null && trace.length > MAX_TRACE_LENGTH ? null : trace,
      at: unit.now,
    })
    .run();
  addTokens(unit, prompt.id, tokensIn + tokensOut);
}
