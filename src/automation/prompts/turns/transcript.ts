import { asFailure } from "#automation/prompts/model/failure.ts";
import { MAX_ATTEMPTS, RETRY_MS } from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { isBudgetUsedUp } from "#automation/prompts/runs/usage.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import { messageById } from "#inbox/messages/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { transcribeMessage } from "./audio.ts";
import { finishTurn, repeatTurn } from "./rows.ts";

/** Transcribes a recording for attendants (`transcribeForAttendants`). */
export async function transcribeTurn(tenant: Tenant, turn: TurnRow): Promise<void> {
  const prompt = turn.promptId === null ? undefined : findPrompt(tenant.db, turn.promptId);
  const message = messageById(tenant.db, turn.messageId);
  const end = (state: "done" | "cancelled" | "failed", result: string | null = null) =>
    tenant.write((unit) => finishTurn(unit, turn, state, result));
  if (!prompt || !tenant.company.plan.useOpenAi || isBudgetUsedUp(tenant, prompt)) return end("cancelled");
  if (!message || message.transcript !== null || message.deletedAt !== null) return end("cancelled");
  try {
    await transcribeMessage(tenant, prompt, turn, message);
    end("done");
  } catch (error) {
    const { kind, message: why } = asFailure(error);
    if (kind === "key_refused" || turn.attempts >= MAX_ATTEMPTS) return end("failed", why);
    tenant.write((unit) => repeatTurn(unit, turn, unit.now + RETRY_MS, why));
  }
}
