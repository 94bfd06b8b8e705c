import { mayWork } from "#accounts/companies/index.ts";
import { ModelFailed } from "#automation/prompts/model/failure.ts";
import { TRIES } from "#automation/prompts/policy.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { takeAnswer } from "./answer.ts";
import { fail } from "./finish.ts";
import { claimTurns, finishTurn, nextLook, returnLostTurns, TURNS_DUE } from "./rows.ts";
import { TurnRunnerPort } from "./runner.ts";
import { takeSummary } from "./summary.ts";
import { takeTranscript } from "./transcript.ts";

const AGAIN_MS = 60_000;

/** Each second: companies with turns to take, in turn; one that fails stops no other. */
export const aiTurnsJob = defineJob<Installation>({
  name: "ai-turns",
  every: { seconds: 1 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: TURNS_DUE,
      failure: "AI turns not processed",
      yields: true,
      run: sweep,
    }),
});

/** Answers when to look again, ms; null = nothing waits. */
function sweep(tenant: Tenant): number | null {
  const now = tenant.clock.now();
  const runner = tenant.installation.ports.use(TurnRunnerPort);
  returnLostTurns(tenant, runner.flying(tenant));
  if (!mayWork(tenant)) return nextLook(tenant, now) === null ? null : now + AGAIN_MS;
  for (const turn of claimTurns(tenant, Math.max(runner.free(tenant), 0)))
    runner.start(tenant, turn.id, () => take(tenant, turn));
  return nextLook(tenant, now);
}

function take(tenant: Tenant, turn: TurnRow): Promise<void> {
  if (turn.attempts > TRIES) return giveUpUnwritten(tenant, turn);
  switch (turn.kind) {
    case "answer":
      return takeAnswer(tenant, turn);
    case "summary":
      return takeSummary(tenant, turn);
    case "transcript":
      return takeTranscript(tenant, turn);
  }
}

/** What it came to could not be written, time after time: no model is asked once more, and a person comes. */
async function giveUpUnwritten(tenant: Tenant, turn: TurnRow): Promise<void> {
  if (turn.kind === "answer") fail(tenant, turn, new ModelFailed("garbage", "could not be written"), null);
  else tenant.write((unit) => finishTurn(unit, turn, "failed"));
}
