import { definePort } from "#platform/ports.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * True when bots may not write on this connection now, for example because the budget is used up (docs/rules/costs.md#budget).
 * Implemented by a later feature; without an implementation bots may write.
 */
export const AutomaticGatePort =
  definePort<(tenant: Tenant, connectionId: number) => boolean>("automatic-gate");

/** True when no automatic text of any kind may be created: the company is held after a restore (docs/rules/cluster.md#hold). */
export const areTextsHeld = ({ company }: Tenant): boolean => isOnHold(company);

export const areBotsStopped = (tenant: Tenant, connectionId: number): boolean =>
  areTextsHeld(tenant) ||
  (tenant.installation.ports.find(AutomaticGatePort)?.(tenant, connectionId) ?? false);
