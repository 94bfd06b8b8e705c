import { presentSold } from "#accounts/companies/index.ts";
import type { Db } from "#platform/db/database.ts";
import type { OfferedPlan, PlanDetail } from "./contract.ts";
import { companiesOf } from "./queries.ts";
import type { PlanRow } from "./schema.ts";

/** The public part of a plan: what it includes and its price. */
export function presentOffer(row: PlanRow): OfferedPlan {
  const { enabled: _enabled, createdAt: _created, updatedAt: _updated, ...shown } = row;
  return { ...presentSold(shown), value: row.valueCents / 100 };
}

/** A plan as the provider sees it. */
export const presentPlanDetail = (system: Db, row: PlanRow): PlanDetail => ({
  ...presentOffer(row),
  enabled: row.enabled,
  companies: companiesOf(system, row.id),
});
