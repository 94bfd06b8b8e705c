import type { CompanyCosts, MetaRate } from "#inbox/costs/schema.ts";
import { query } from "#platform/db/query.ts";

type Price = Pick<
  MetaRate,
  "id" | "currency" | "market" | "category" | "stepFrom" | "micros" | "validFrom" | "validTo" | "updatedAt"
>;

export const confirmed = query<Record<never, never>, Price>(`SELECT id, currency, market, category,
  step_from AS stepFrom, micros, valid_from AS validFrom, valid_to AS validTo, updated_at AS updatedAt
  FROM meta_rate WHERE confirmed_at IS NOT NULL`);
export const prefixes = query<Record<never, never>, { readonly prefix: string; readonly market: string }>(
  "SELECT prefix, market FROM market_prefix",
);
export const company = query<{ companyId: number }, CompanyCosts>(`SELECT company_id AS companyId, payer,
  margin_percent AS marginPercent, currency, rate, since, updated_at AS updatedAt FROM company_costs
  WHERE company_id = :companyId`);
