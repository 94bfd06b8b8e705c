import { API_KEY_PREFIX, bearerOf, callerOfKey } from "#accounts/auth/index.ts";
import { mayWork, planFeature, subscriptionExpired } from "#accounts/companies/index.ts";
import {
  type ConnectionRow,
  findConnection,
  noConnection,
  noUsableConnection,
} from "#channels/connections/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { validate } from "#platform/http/validate.ts";
import { sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ChosenConnection } from "./contract.ts";
import { invalidToken } from "./errors.ts";
import * as sql from "./public-api.sql.ts";

/** A caller of the send API, identified by a connection token or an API key of the company. */
export interface TokenCaller {
  readonly tenant: Tenant;
  readonly connection: ConnectionRow;
}

/**
 * The caller of `Authorization: Bearer {connection token}` (docs/rules/send-api.md#checks), or of an API key with the
 * scope `messages:send`. Read from the header only; only the hash is stored. Throws 401 ERR_INVALID_API_TOKEN, 402
 * ERR_SUBSCRIPTION_EXPIRED, 403 ERR_PLAN_FEATURE; for an API key also 403 ERR_NO_PERMISSION, 404 ERR_NO_WAPP_FOUND,
 * 400 ERR_NO_DEF_WAPP_FOUND, 429 ERR_RATE_LIMIT.
 */
export function callerOf(installation: Installation, request: Request): TokenCaller {
  const token = bearerOf(request);
  if (token === undefined || token === "") throw invalidToken();
  if (token.startsWith(API_KEY_PREFIX)) {
    const { tenant } = callerOfKey(installation, token, "messages:send");
    checkCompany(tenant);
    return { tenant, connection: chosenConnection(tenant, request) };
  }
  const hash = sha256(token);
  const owner = queryOne(installation.system, sql.ownerOf, { hash });
  if (!owner) throw invalidToken();
  const tenant = installation.tenants.open(owner.companyId);
  tenant.noteActivity();
  const connection = findConnection(tenant.db, owner.connectionId);
  // The installation's index may be ahead of the company's row.
  if (connection?.tokenHash !== hash) throw invalidToken();
  checkCompany(tenant);
  return { tenant, connection };
}

function checkCompany(tenant: Tenant): void {
  if (!mayWork(tenant)) throw subscriptionExpired();
  if (!tenant.company.plan.useExternalApi) throw planFeature("useExternalApi");
}

/** The connection in the query, otherwise the default one, online or not: repeated calls use the same connection. */
function chosenConnection({ db }: Tenant, request: Request): ConnectionRow {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { whatsappId } = validate(ChosenConnection, query);
  const id = whatsappId ?? queryOne(db, sql.defaultConnection)?.id;
  const found = id === undefined ? undefined : findConnection(db, id);
  if (!found) throw whatsappId === undefined ? noUsableConnection() : noConnection();
  return found;
}
