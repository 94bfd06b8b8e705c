import { bearerOf } from "#auth/index.ts";
import { mayWork, planFeature, subscriptionExpired } from "#companies/index.ts";
import { type ConnectionRow, findConnection } from "#connections/index.ts";
import { one } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { invalidToken } from "./errors.ts";

/** Whoever holds the token of a connection: may send through it and ask what became of it, nothing else. */
export interface TokenCaller {
  readonly tenant: Tenant;
  readonly connection: ConnectionRow;
}

const OWNER =
  "SELECT company_id AS companyId, connection_id AS connectionId FROM connection_token WHERE hash = ?";

/**
 * The caller behind `Authorization: Bearer {connection token}` (behaviour 20). The token is looked for in the header
 * alone, and only its hash is known here. Throws 401 ERR_INVALID_API_TOKEN, 402 ERR_SUBSCRIPTION_EXPIRED,
 * 403 ERR_PLAN_FEATURE.
 */
export function callerOf(installation: Installation, request: Request): TokenCaller {
  const token = bearerOf(request);
  if (token === undefined || token === "") throw invalidToken();
  const hash = sha256(token);
  const owner = one<{ companyId: number; connectionId: number }>(installation.system, OWNER, hash);
  if (!owner) throw invalidToken();
  const tenant = installation.tenants.open(owner.companyId);
  const connection = findConnection(tenant.db, owner.connectionId);
  // The index of the installation may be ahead of the company's own row.
  if (connection?.tokenHash !== hash) throw invalidToken();
  if (!mayWork(tenant)) throw subscriptionExpired();
  if (!tenant.company.plan.useExternalApi) throw planFeature("useExternalApi");
  return { tenant, connection };
}
