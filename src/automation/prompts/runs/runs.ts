import { timeZoneOf } from "#accounts/settings/index.ts";
import type { RunAnswer, RunPurpose, RunResult, Trace } from "#automation/prompts/contract.ts";
import { aiRun, type PromptRow, type TurnRow } from "#automation/prompts/schema.ts";
import { auditRead } from "#inbox/messages/index.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import { dayAt } from "#platform/dates.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./runs.sql.ts";

/** `GET /tickets/{id}/ai-runs`: the model calls of a ticket, newest first. Throws 404 ERR_NO_TICKET_FOUND. */
export function runsOfTicket(ctx: UserCtx, ticketId: number): RunAnswer[] {
  // A trace contains the messages of the conversation.
  auditRead(ctx, ticketId, visibleTicket(ctx, ticketId));
  return queryAll(ctx.tenant.db, sql.ofTicket, { ticketId }).map(present);
}

const present = ({ promptId, promptName, userId, userName, trace, at, ...rest }: sql.RunRow): RunAnswer => ({
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

/** Older traces are deleted, because they repeat the messages of customers; the counts stay. */
const TRACE_MS = 90 * 24 * 60 * 60_000;
const ROWS = 500;

/** Part of the daily clean-up; other work runs between two batches. */
async function deleteOldTraces(tenant: Tenant): Promise<void> {
  const before = tenant.clock.now() - TRACE_MS;
  for (const statement of [sql.clearOldTraces, sql.deleteOldTurns])
    while (execute(tenant.db, statement, { before, limit: ROWS }).changes === ROWS)
      await yieldToEventLoop(tenant);
}

/** docs/rules/jobs.md#periods, daily. */
export const promptCleanUpJob = defineJob<Installation>({
  name: "prompt_clean_up",
  every: "0 20 3 * * *",
  async run({ tenants, log }) {
    for (const tenant of tenants.openTenants()) {
      try {
        await deleteOldTraces(tenant);
      } catch (error) {
        log.error({ company: tenant.id, err: error }, "old AI traces not deleted; retried the next night");
      }
    }
  },
});

/** The calendar month in the company's time zone, `YYYY-MM` (docs/rules/prompts.md#runs). */
const monthAt = (tenant: Tenant, at: number): string => dayAt(at, timeZoneOf(tenant)).slice(0, 7);

/** Tokens of a prompt in the month of `at`, ms. */
export const tokensUsed = (tenant: Tenant, promptId: number, at: number): number =>
  queryOne(tenant.db, sql.tokensUsed, { promptId, month: monthAt(tenant, at) })?.tokens ?? 0;

function addTokens(unit: TenantUnit, promptId: number, tokens: number): void {
  if (tokens > 0)
    execute(unit.db, sql.addTokens, { promptId, month: monthAt(unit.tenant, unit.now), tokens });
}

/** Whether the monthly budget of the prompt is used up; 0 = no budget. */
export const isBudgetUsedUp = (
  tenant: Tenant,
  { id, monthlyBudgetTokens }: Pick<PromptRow, "id" | "monthlyBudgetTokens">,
): boolean => monthlyBudgetTokens > 0 && tokensUsed(tenant, id, tenant.clock.now()) >= monthlyBudgetTokens;

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
