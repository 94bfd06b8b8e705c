import { presentPlan } from "#accounts/companies/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { PlanDetail } from "./contract.ts";
import { companiesOf } from "./queries.ts";
import type { PlanRow } from "./schema.ts";

/** A plan as the provider sees it. */
export function presentPlanDetail(installation: Installation, row: PlanRow): PlanDetail {
  const { createdAt: _created, updatedAt: _updated, ...shown } = row;
  return { ...presentPlan(shown), enabled: row.enabled, companies: companiesOf(installation, row.id) };
}
