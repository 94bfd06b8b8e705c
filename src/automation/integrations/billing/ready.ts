import { opened } from "#automation/integrations/present.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { billingContentOf } from "./content.ts";
import { hasCredentials } from "./credentials.ts";

/** Whether nothing an integration needs is missing: a billing bot cannot do without its system's credentials. */
export function isReady(tenant: Tenant, id: number): boolean {
  const row = findIntegration(tenant.db, id);
  if (row?.type !== "billing") return true;
  const content = billingContentOf(opened(tenant, row.jsonContent));
  return content !== undefined && hasCredentials(tenant, content.system);
}
