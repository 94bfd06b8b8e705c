import { languageOf } from "#accounts/settings/index.ts";
import type { AssistBody } from "#automation/prompts/contract.ts";
import { noPromptReady } from "#automation/prompts/errors.ts";
import { asFailure } from "#automation/prompts/model/failure.ts";
import { defaultPrompt } from "#automation/prompts/queries.ts";
import { logRun } from "#automation/prompts/runs/log-run.ts";
import { linesOf } from "#automation/prompts/turns/conversation.ts";
import { readableTicket } from "#inbox/tickets/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { refusalOf, refuseUsedUp } from "./refusals.ts";
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
