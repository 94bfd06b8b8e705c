import { createCompany, PROVIDER_ID } from "#accounts/companies/index.ts";
import { one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

const NAME = "Provider";
/** Users, connections and queues of the provider's plan (docs/rules/companies.md#company-1). */
const LIMIT = 1000;
const FIND = "SELECT id FROM plan WHERE name = ?";
const INSERT = `INSERT INTO plan (name, users, connections, queues, public, created_at, updated_at)
  VALUES (?1, ?2, ?2, ?2, 0, ?3, ?3)`;

/**
 * Company 1 with its own plan. Made once, found afterwards; a first start that was cut short goes on here. Only for set-up and
 * the importer.
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
  const known = one<{ id: number }>(system, FIND, NAME);
  return known?.id ?? run(system, INSERT, NAME, LIMIT, clock.now()).id;
}
