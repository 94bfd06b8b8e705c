import { timeZoneOf } from "#accounts/settings/index.ts";
import type { PromptRow } from "#automation/prompts/schema.ts";
import { dayAt } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./usage.sql.ts";

/** The calendar month in the company's time zone, `YYYY-MM` (docs/rules/prompts.md#runs). */
const monthAt = (tenant: Tenant, at: number): string => dayAt(at, timeZoneOf(tenant)).slice(0, 7);

/** Tokens of a prompt in the month of `at`, ms. */
export const tokensUsed = (tenant: Tenant, promptId: number, at: number): number =>
  queryOne(tenant.db, sql.tokensUsed, { promptId, month: monthAt(tenant, at) })?.tokens ?? 0;

export function addTokens(unit: TenantUnit, promptId: number, tokens: number): void {
  if (tokens > 0)
    execute(unit.db, sql.addTokens, { promptId, month: monthAt(unit.tenant, unit.now), tokens });
}

/** Whether the monthly budget of the prompt is used up; 0 = no budget. */
export const isBudgetUsedUp = (
  tenant: Tenant,
  { id, monthlyBudgetTokens }: Pick<PromptRow, "id" | "monthlyBudgetTokens">,
): boolean => monthlyBudgetTokens > 0 && tokensUsed(tenant, id, tenant.clock.now()) >= monthlyBudgetTokens;
