import { mayWork } from "#accounts/companies/index.ts";
import { languageOf } from "#accounts/settings/index.ts";
import { type Asked, askOnce, SUMMARY_LINES, summaryRequest } from "#automation/prompts/assist/tasks.ts";
import en from "#automation/prompts/locales/en.json";
import es from "#automation/prompts/locales/es.json";
import pt from "#automation/prompts/locales/pt.json";
import { asFailure, ModelFailed } from "#automation/prompts/model/failure.ts";
import { MAX_ATTEMPTS, RETRY_MS } from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { isBudgetUsedUp, logRun } from "#automation/prompts/runs/runs.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import { addSystemNote, ticketById } from "#inbox/tickets/index.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { answerTurn } from "./answer.ts";
import { transcribeTurn } from "./audio.ts";
import { linesOf, periodStart } from "./context.ts";
import { fail } from "./finish.ts";
import { claimTurns, finishTurn, nextCheck, repeatTurn, returnLostTurns, TURNS_DUE } from "./rows.ts";
import { TurnRunnerPort } from "./runner.ts";

/** The note has the language of the company. */
const textsIn = defineTexts("prompts", { pt, en, es });

/**
 * Adds a summary as a note for the person who takes the conversation from a prompt (docs/rules/prompts.md#hand-over).
 */
async function summarizeTurn(tenant: Tenant, turn: TurnRow): Promise<void> {
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

const RETRY_SUSPENDED_MS = 60_000;

/** Every second: starts due turns, company by company; the failure of one does not stop the others. */
export const aiTurnsJob = defineDueJob({
  name: "ai-turns",
  job: TURNS_DUE,
  every: { seconds: 1 },
  failure: "due AI turns not started; retrying",
  yields: true,
  run: sweep,
});

/** Starts the due turns of a company; returns when to check again, ms; null = no turn is waiting. */
function sweep(tenant: Tenant): number | null {
  const now = tenant.clock.now();
  const runner = tenant.installation.ports.use(TurnRunnerPort);
  returnLostTurns(tenant, runner.running(tenant));
  if (!mayWork(tenant)) return nextCheck(tenant, now) === null ? null : now + RETRY_SUSPENDED_MS;
  for (const turn of claimTurns(tenant, Math.max(runner.free(tenant), 0)))
    runner.start(tenant, turn.id, () => runTurn(tenant, turn));
  return nextCheck(tenant, now);
}

function runTurn(tenant: Tenant, turn: TurnRow): Promise<void> {
  if (turn.attempts > MAX_ATTEMPTS) return failUnstored(tenant, turn);
  switch (turn.kind) {
    case "answer":
      return answerTurn(tenant, turn);
    case "summary":
      return summarizeTurn(tenant, turn);
    case "transcript":
      return transcribeTurn(tenant, turn);
  }
}

/** Hands the ticket off after its result could not be stored repeatedly; the model is not called again. */
async function failUnstored(tenant: Tenant, turn: TurnRow): Promise<void> {
  if (turn.kind === "answer")
    fail(tenant, turn, new ModelFailed("garbage", "the result could not be stored"), null);
  else tenant.write((unit) => finishTurn(unit, turn, "failed"));
}
