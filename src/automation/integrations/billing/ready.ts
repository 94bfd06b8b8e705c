import { decrypted } from "#automation/integrations/present.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { billingContentOf, hasCredentials } from "./content.ts";

/** Whether an integration is fully configured: a billing bot needs the credentials of its system. */
export function isReady(tenant: Tenant, id: number): boolean {
  const row = findIntegration(tenant.db, id);
  if (row?.type !== "billing") return true;
  const content = billingContentOf(decrypted(tenant, row.jsonContent));
  return content !== undefined && hasCredentials(tenant, content.system);
}
