import { timeZoneOf } from "#accounts/settings/index.ts";
import type { PromptRow } from "#automation/prompts/schema.ts";
import { dayAt } from "#platform/dates.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

const USED = "SELECT tokens FROM ai_usage WHERE prompt_id = ? AND month = ?";
const ADD = `INSERT INTO ai_usage (prompt_id, month, tokens) SELECT id, ?2, ?3 FROM prompt WHERE id = ?1
  ON CONFLICT (prompt_id, month) DO UPDATE SET tokens = tokens + excluded.tokens`;

/** The calendar month of the company's wall clock, `YYYY-MM` (docs/rules/prompts.md#runs). */
const monthAt = (tenant: Tenant, at: number): string => dayAt(at, timeZoneOf(tenant)).slice(0, 7);

/** Tokens of a prompt in the month of `at`, ms. */
export const tokensUsed = (tenant: Tenant, promptId: number, at: number): number =>
  one<{ tokens: number }>(tenant.db, USED, promptId, monthAt(tenant, at))?.tokens ?? 0;

export function addTokens(unit: TenantUnit, promptId: number, tokens: number): void {
  if (tokens > 0) run(unit.db, ADD, promptId, monthAt(unit.tenant, unit.now), tokens);
}

/** True when the prompt may not be used any more this month; 0 = no budget. */
export const isUsedUp = (
  tenant: Tenant,
  { id, monthlyBudgetTokens }: Pick<PromptRow, "id" | "monthlyBudgetTokens">,
): boolean => monthlyBudgetTokens > 0 && tokensUsed(tenant, id, tenant.clock.now()) >= monthlyBudgetTokens;
