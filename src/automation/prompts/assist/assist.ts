import { languageOf } from "#accounts/settings/index.ts";
import type { AssistBody, BenchAnswer, BenchBody } from "#automation/prompts/contract.ts";
import { named, think, traceOf } from "#automation/prompts/engine/run-model.ts";
import { budgetUsedUp, noPrompt, noPromptReady, refusalOf } from "#automation/prompts/errors.ts";
import { complete } from "#automation/prompts/model/chat.ts";
import { asFailure } from "#automation/prompts/model/failure.ts";
import { serverOf } from "#automation/prompts/model/server.ts";
import { defaultPrompt, findPrompt } from "#automation/prompts/queries.ts";
import { isBudgetUsedUp, logRun } from "#automation/prompts/runs/runs.ts";
import type { PromptRow } from "#automation/prompts/schema.ts";
import { linesOf, thinkingOf } from "#automation/prompts/turns/context.ts";
import { readableTicket } from "#inbox/tickets/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { askOnce, assistRequest, SUMMARY_LINES } from "./tasks.ts";

/**
 * `POST /prompt/assist`: helps the reader of a ticket; the text is returned, nothing is sent. Uses the key of the
 * queue's prompt, otherwise of the oldest prompt with a key. Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION,
 * 409 ERR_AI_NOT_READY, 409 ERR_AI_BUDGET, 400 ERR_VALIDATION (no text), 400 ERR_PROVIDER_AUTH, 400
 * ERR_URL_NOT_ALLOWED, 502 ERR_AI_FAILED.
 */
export async function assist(ctx: UserCtx, body: AssistBody): Promise<{ text: string }> {
  const { tenant, actor } = ctx;
  const ticket = readableTicket(ctx, body.ticketId);
  const prompt = defaultPrompt(tenant.db, ticket.queueId);
  if (!prompt) throw noPromptReady();
  refuseUsedUp(tenant, prompt);
  const lines = linesOf(tenant.db, ticket.id, 0, SUMMARY_LINES);
  const task = assistRequest(body, { prompt, lines, language: languageOf(tenant) });
  if (!task) throw invalidFields({ text: "required" });
  const begun = performance.now();
  const run = () => ({
    purpose: body.kind,
    prompt,
    ticketId: ticket.id,
    userId: actor.id,
    ms: performance.now() - begun,
  });
  try {
    const { text, ...rest } = await askOnce(tenant, prompt, task);
    tenant.write((unit) => logRun(unit, { ...run(), ...rest, result: "answered" }));
    return { text };
  } catch (error) {
    const failure = asFailure(error);
    tenant.write((unit) => logRun(unit, { ...run(), result: "failed", error: failure.message }));
    throw refusalOf(failure);
  }
}

/** Throws 409 ERR_AI_BUDGET. */
function refuseUsedUp(tenant: Tenant, prompt: PromptRow): void {
  if (isBudgetUsedUp(tenant, prompt)) throw budgetUsedUp();
}

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
