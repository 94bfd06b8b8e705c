import type { RestrictionKind } from "#channels/connections/contract.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { SessionsPort } from "./registry.ts";

const limitsOf = ({ id, installation }: Tenant, connectionId: number) =>
  installation.ports.use(SessionsPort).find(id, connectionId)?.limits;

/**
 * Asks the network about the restrictions of a number after it refused a message. Returns in how many milliseconds it
 * will be asked. Without an answer the restriction that the refusal points to is taken as in force.
 */
export function askAfterRefusal(unit: TenantUnit, connectionId: number, kind: RestrictionKind): number {
  const limits = limitsOf(unit.tenant, connectionId);
  unit.afterCommit(() => limits?.askAfterRefusal(kind));
  return limits?.waitMs() ?? 0;
}

/** Asks now; false without an answer, and when the network was asked less than a minute ago. */
export const askLimitsNow = async (tenant: Tenant, connectionId: number): Promise<boolean> =>
  (await limitsOf(tenant, connectionId)?.ask()) ?? false;
