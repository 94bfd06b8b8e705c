import { createCompany, PROVIDER_ID } from "#accounts/companies/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { PROVIDER_PLAN } from "./contract.ts";
import { planIdByName } from "./queries.ts";
import { insertPlan } from "./write.ts";

/** Users, connections and queues of the provider's plan (docs/rules/companies.md#company-1). */
const LIMIT = 1000;

/**
 * Company 1 with its own plan. Created once, returned afterwards; completes a first start that was
 * interrupted. Only for set-up and the importer.
 */
export function ensureProviderCompany(installation: Installation, name: string): Tenant {
  if (installation.tenants.exists(PROVIDER_ID)) return installation.tenants.open(PROVIDER_ID);
  const planId = ensureProviderPlan(installation);
  return createCompany(installation, {
    id: PROVIDER_ID,
    name,
    planId,
    dueDate: null,
    campaignsEnabled: true,
  });
}

function ensureProviderPlan({ system, clock }: Installation): number {
  const limits = { users: LIMIT, connections: LIMIT, queues: LIMIT };
  return (
    planIdByName(system, PROVIDER_PLAN) ??
    insertPlan(system, { name: PROVIDER_PLAN, ...limits, enabled: false }, clock.now()).id
  );
}
