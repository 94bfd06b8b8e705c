import { budgetUsedUp, keyRefused, modelFailed, urlNotAllowed } from "#automation/prompts/errors.ts";
import type { ModelFailed } from "#automation/prompts/model/failure.ts";
import { isBudgetUsedUp } from "#automation/prompts/runs/usage.ts";
import type { PromptRow } from "#automation/prompts/schema.ts";
import type { AppError } from "#platform/errors.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** The error of a request when the model returned no answer. */
export function refusalOf({ kind }: ModelFailed): AppError {
  if (kind === "key_refused") return keyRefused();
  return kind === "not_allowed" ? urlNotAllowed() : modelFailed(kind);
}

/** Throws 409 ERR_AI_BUDGET. */
export function refuseUsedUp(tenant: Tenant, prompt: PromptRow): void {
  if (isBudgetUsedUp(tenant, prompt)) throw budgetUsedUp();
}
