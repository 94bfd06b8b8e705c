import type { Tenant } from "#tenants/tenant.ts";
import type { RuleAction } from "./actions/contract.ts";

const NEEDS = {
  start_prompt: "useOpenAi",
  start_integration: "useIntegrations",
  webhook: "useExternalApi",
} as const;

/** The first feature that these actions need and the company's plan does not have. */
export function missingFeature(
  { company }: Pick<Tenant, "company">,
  actions: readonly Pick<RuleAction, "action">[],
): string | undefined {
  for (const { action } of actions) {
    const flag = action in NEEDS ? NEEDS[action as keyof typeof NEEDS] : undefined;
    if (flag !== undefined && !company.plan[flag]) return flag;
  }
  return undefined;
}
