import { API_KEY_PREFIX, bearerOf, callerOfKey } from "#accounts/auth/index.ts";
import { mayWork, planFeature, subscriptionExpired } from "#accounts/companies/index.ts";
import {
  type ConnectionRow,
  findConnection,
  noConnection,
  noUsableConnection,
} from "#channels/connections/index.ts";
import { one } from "#platform/db/database.ts";
import { validate } from "#platform/http/validate.ts";
import { sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ChosenConnection } from "./contract.ts";
import { invalidToken } from "./errors.ts";

/** Whoever may send through a connection and ask what became of it: by its token, or by a key of the company. */
export interface TokenCaller {
  readonly tenant: Tenant;
  readonly connection: ConnectionRow;
}

const OWNER =
  "SELECT company_id AS companyId, connection_id AS connectionId FROM connection_token WHERE hash = ?";

const DEFAULT = "SELECT id FROM connection WHERE is_default = 1 AND deleted_at IS NULL";

/**
 * The caller behind `Authorization: Bearer {connection token}` (docs/rules/send-api.md#checks), or behind a key of the
 * company with the scope `messages:send`. Either is looked for in the header alone, and only its hash is known here.
 * Throws 401 ERR_INVALID_API_TOKEN, 402 ERR_SUBSCRIPTION_EXPIRED, 403 ERR_PLAN_FEATURE; for a key also 403
 * ERR_NO_PERMISSION, 404 ERR_NO_WAPP_FOUND, 400 ERR_NO_DEF_WAPP_FOUND, 429 ERR_RATE_LIMIT.
 */
export function callerOf(installation: Installation, request: Request): TokenCaller {
  const token = bearerOf(request);
  if (token === undefined || token === "") throw invalidToken();
  if (token.startsWith(API_KEY_PREFIX)) {
    const { tenant } = callerOfKey(installation, token, "messages:send");
    mayUse(tenant);
    return { tenant, connection: chosenConnection(tenant, request) };
  }
  const hash = sha256(token);
  const owner = one<{ companyId: number; connectionId: number }>(installation.system, OWNER, hash);
  if (!owner) throw invalidToken();
  const tenant = installation.tenants.open(owner.companyId);
  tenant.noteActivity();
  const connection = findConnection(tenant.db, owner.connectionId);
  // The index of the installation may be ahead of the company's own row.
  if (connection?.tokenHash !== hash) throw invalidToken();
  mayUse(tenant);
  return { tenant, connection };
}

function mayUse(tenant: Tenant): void {
  if (!mayWork(tenant)) throw subscriptionExpired();
  if (!tenant.company.plan.useExternalApi) throw planFeature("useExternalApi");
}

/** What the address asks for, or the default one, be it online or not: the same call goes the same way. */
function chosenConnection({ db }: Tenant, request: Request): ConnectionRow {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { whatsappId } = validate(ChosenConnection, query);
  const id = whatsappId ?? one<{ id: number }>(db, DEFAULT)?.id;
  const found = id === undefined ? undefined : findConnection(db, id);
  if (!found) throw whatsappId === undefined ? noUsableConnection() : noConnection();
  return found;
}
