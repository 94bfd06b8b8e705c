import type { ModelFailed } from "#automation/prompts/model/failure.ts";
import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such prompt in this company. */
export const noPrompt = () => notFound();
/** 400: a prompt needs a queue (docs/rules/prompts.md#fields). */
export const queueRequired = () => new AppError(400, "ERR_QUEUE_REQUIRED");
/** 409: the prompt's tokens of this month are used up. */
export const budgetUsedUp = () => new AppError(409, "ERR_AI_BUDGET");
/** 400: the model server rejected the key of the prompt. */
const keyRefused = () => new AppError(400, "ERR_PROVIDER_AUTH");
/** 400: outbound requests to the address of the prompt are not allowed. */
const urlNotAllowed = () => new AppError(400, "ERR_URL_NOT_ALLOWED");
/** 502: the model server returned no usable answer; `reason` has the kind of failure. */
export const modelFailed = (reason: string) => new AppError(502, "ERR_AI_FAILED", { reason });
/** 409: no prompt of the company has a key. */
export const noPromptReady = () => new AppError(409, "ERR_AI_NOT_READY");

/** The error of a request when the model returned no answer. */
export function refusalOf({ kind }: ModelFailed): AppError {
  if (kind === "key_refused") return keyRefused();
  return kind === "not_allowed" ? urlNotAllowed() : modelFailed(kind);
}
