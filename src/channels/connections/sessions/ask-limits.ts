import type { RestrictionKind } from "#channels/connections/contract.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { SessionsPort } from "./registry.ts";

const limitsOf = ({ id, installation }: Tenant, connectionId: number) =>
  installation.ports.use(SessionsPort).find(id, connectionId)?.limits;

/**
 * Queries the network for the restrictions of a number after it refused a message of this number. Returns the delay
 * until the query, ms. When the network does not answer, the suspected restriction counts as in force.
 */
export function askAfterRefusal(unit: TenantUnit, connectionId: number, kind: RestrictionKind): number {
  const limits = limitsOf(unit.tenant, connectionId);
  unit.afterCommit(() => limits?.askAfterRefusal(kind));
  return limits?.waitMs() ?? 0;
}

/** Queries the network now. Returns false without an answer, and when the last query is less than a minute old. */
export const askLimitsNow = async (tenant: Tenant, connectionId: number): Promise<boolean> =>
  (await limitsOf(tenant, connectionId)?.ask()) ?? false;
