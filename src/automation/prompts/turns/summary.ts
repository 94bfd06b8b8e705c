import { languageOf } from "#accounts/settings/index.ts";
import { type Asked, askOnce, SUMMARY_LINES, summaryRequest } from "#automation/prompts/assist/tasks.ts";
import en from "#automation/prompts/locales/en.json";
import es from "#automation/prompts/locales/es.json";
import pt from "#automation/prompts/locales/pt.json";
import { asFailure } from "#automation/prompts/model/failure.ts";
import { MAX_ATTEMPTS, RETRY_MS } from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { logRun } from "#automation/prompts/runs/log-run.ts";
import { isBudgetUsedUp } from "#automation/prompts/runs/usage.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import { addSystemNote, ticketById } from "#inbox/tickets/index.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { linesOf, periodStart } from "./conversation.ts";
import { finishTurn, repeatTurn } from "./rows.ts";

/** The note has the language of the company. */
const textsIn = defineTexts("prompts", { pt, en, es });

/**
 * Adds a summary as a note for the person who takes the conversation from a prompt (docs/rules/prompts.md#hand-over).
 */
export async function summarizeTurn(tenant: Tenant, turn: TurnRow): Promise<void> {
  const prompt = turn.promptId === null ? undefined : findPrompt(tenant.db, turn.promptId);
  const ticket = ticketById(tenant.db, turn.ticketId);
  const end = (state: "done" | "cancelled" | "failed") =>
    tenant.write((unit) => finishTurn(unit, turn, state));
  if (!prompt || !ticket || !tenant.company.plan.useOpenAi || isBudgetUsedUp(tenant, prompt))
    return end("cancelled");
  const since = periodStart(tenant.db, ticket.id);
  const lines = linesOf(tenant.db, ticket.id, since, SUMMARY_LINES);
  if (lines.length === 0) return end("cancelled");
  const language = languageOf(tenant);
  const begun = performance.now();
  const run = () => ({
    purpose: "summary" as const,
    prompt,
    ticketId: ticket.id,
    turn,
    ms: performance.now() - begun,
  });
  let asked: Asked;
  try {
    asked = await askOnce(tenant, prompt, summaryRequest(lines, language));
  } catch (error) {
    const { kind, message } = asFailure(error);
    const again = kind !== "key_refused" && turn.attempts < MAX_ATTEMPTS;
    return tenant.write((unit) => {
      logRun(unit, { ...run(), result: "failed", error: message });
      if (again) repeatTurn(unit, turn, unit.now + RETRY_MS, message);
      else finishTurn(unit, turn, "failed", message);
    });
  }
  tenant.write((unit) => {
    const { text, trace, ...tokens } = asked;
    logRun(unit, { ...run(), ...tokens, trace, result: "answered" });
    finishTurn(unit, turn, "done");
    const still = ticketById(unit.db, ticket.id);
    if (still && text !== "") addSystemNote(unit, still, `${textsIn(language)("summaryTitle")}:\n${text}`);
  });
}
