import { mayWork } from "#accounts/companies/index.ts";
import { ModelFailed } from "#automation/prompts/model/failure.ts";
import { MAX_ATTEMPTS } from "#automation/prompts/policy.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { answerTurn } from "./answer.ts";
import { transcribeTurn } from "./audio.ts";
import { fail } from "./finish.ts";
import { claimTurns, finishTurn, nextCheck, returnLostTurns, TURNS_DUE } from "./rows.ts";
import { TurnRunnerPort } from "./runner.ts";
import { summarizeTurn } from "./summary.ts";

const RETRY_SUSPENDED_MS = 60_000;

/** Every second: starts due turns, company by company; the failure of one does not stop the others. */
export const aiTurnsJob = defineJob<Installation>({
  name: "ai-turns",
  every: { seconds: 1 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: TURNS_DUE,
      failure: "due AI turns not started; retrying",
      yields: true,
      run: sweep,
    }),
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
