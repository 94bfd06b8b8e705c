import type { BenchAnswer, BenchBody } from "#automation/prompts/contract.ts";
import { named, think, traceOf } from "#automation/prompts/engine/run-model.ts";
import { noPrompt } from "#automation/prompts/errors.ts";
import { complete } from "#automation/prompts/model/chat.ts";
import { asFailure } from "#automation/prompts/model/failure.ts";
import { serverOf } from "#automation/prompts/model/server.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { logRun } from "#automation/prompts/runs/log-run.ts";
import { thinkingOf } from "#automation/prompts/turns/context.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { refusalOf, refuseUsedUp } from "./refusals.ts";

/**
 * `POST /prompt/{id}/bench`: the prompt's answer in a test; the admin plays the customer, nothing is sent and no
 * ticket changes. It uses tokens like any other call. Throws 404 ERR_NOT_FOUND, 409 ERR_AI_BUDGET, 400
 * ERR_PROVIDER_AUTH, 400 ERR_URL_NOT_ALLOWED, 502 ERR_AI_FAILED.
 */
export async function playBench(
  { tenant, actor }: UserCtx,
  id: number,
  { messages }: BenchBody,
): Promise<BenchAnswer> {
  const prompt = findPrompt(tenant.db, id);
  if (!prompt) throw noPrompt();
  refuseUsedUp(tenant, prompt);
  const lines = messages.slice(-prompt.maxMessages);
  const begun = performance.now();
  const run = () => ({ purpose: "bench" as const, prompt, userId: actor.id, ms: performance.now() - begun });
  try {
    const { installation } = tenant;
    const server = serverOf(installation, prompt);
    const thought = await think({ ...thinkingOf(tenant, prompt, actor.name), lines }, (request) =>
      complete(installation, server, request),
    );
    const { text, actions, ignored, tokensIn, tokensOut, system } = thought;
    const finished = run();
    tenant.write((unit) =>
      logRun(unit, { ...finished, tokensIn, tokensOut, result: "answered", trace: traceOf(thought, lines) }),
    );
    const person = actions.find(({ kind }) => kind === "person" || kind === "queue");
    const handsOver = person ? (person.kind === "queue" ? "queue" : "asked") : null;
    return {
      text,
      actions: actions.map(named),
      ignored: [...ignored],
      handsOver: handsOver ?? (text === "" && actions.length === 0 ? "empty_answer" : null),
      model: prompt.model,
      tokensIn,
      tokensOut,
      ms: Math.round(finished.ms),
      system,
    };
  } catch (error) {
    const failure = asFailure(error);
    tenant.write((unit) => logRun(unit, { ...run(), result: "failed", error: failure.message }));
    throw refusalOf(failure);
  }
}
