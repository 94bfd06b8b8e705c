import { MASK } from "#accounts/settings/index.ts";
import type {
  ConnectionAnswer,
  CreateConnectionBody,
  UpdateConnectionBody,
} from "#channels/connections/contract.ts";
import { refuseSecretsOfSupport } from "#channels/connections/crud/body-columns.ts";
import { newToken, writeConnection } from "#channels/connections/crud/create.ts";
import { tokenClaims } from "#channels/connections/crud/tokens.ts";
import { changedToken, updateConnection, writeChanges } from "#channels/connections/crud/update.ts";
import { notSupported, pageInUse, providerRefused } from "#channels/connections/errors.ts";
import {
  accountClaim,
  belongsToOtherCompany,
  bindMetaAccount,
  findConnectionOfAccount,
  metaAccountOf,
  type NewMetaAccount,
} from "#channels/connections/meta/accounts.ts";
import { createGraph, GraphError } from "#channels/connections/meta/graph.ts";
import { listOf, textOf } from "#channels/connections/meta/parts.ts";
import { requireConnection } from "#channels/connections/queries.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";

import { invalidFields } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Reserved, withReserved } from "#tenants/reserve.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { NUMBER_FIELDS } from "./driver.ts";

const FIELDS = ["phoneNumberId", "businessAccountId", "accessToken"] as const;

/**
 * Adds an official number by its ids and access token, after Meta accepted the token and subscribed us to the business
 * account. For admins. Throws as `createConnection`, 400 ERR_VALIDATION, 400 ERR_PROVIDER_AUTH, 409 ERR_PAGE_IN_USE.
 */
export async function createCloudConnection(
  ctx: UserCtx,
  body: CreateConnectionBody,
): Promise<ConnectionAnswer> {
  refuseSecretsOfSupport(ctx, body);
  const account = accountOf(body);
  await checkAccount(ctx.tenant.installation, account);
  // Meta charges for each message, so short texts of bots leave as one bundle unless the company chose otherwise.
  const joined = { ...body, bundleFor: body.bundleFor ?? "automatic" } as const;
  const claims = [accountClaim(account, account.externalId), ...tokenClaims(newToken(body))];
  return withReserved(ctx.tenant.installation, claims, ctx.tenant.id, (reserved) =>
    writeConnection(ctx, reserved, joined, (unit, id) => bind(unit, reserved, id, account)),
  );
}

/**
 * Changes a connection. A new token of an official number is checked first, and its session restarts with it. For
 * admins. Throws as `updateConnection`, 400 ERR_PROVIDER_AUTH, 400 ERR_NOT_SUPPORTED (a change to another provider).
 */
export async function changeConnection(
  ctx: UserCtx,
  connectionId: number,
  body: UpdateConnectionBody,
): Promise<ConnectionAnswer> {
  refuseSecretsOfSupport(ctx, body);
  const { tenant } = ctx;
  const before = requireConnection(tenant.db, connectionId);
  const isCloud = before.provider === "cloud";
  if (body.provider !== undefined && (body.provider === "cloud") !== isCloud) throw notSupported();
  const token = body.accessToken?.trim();
  const known = metaAccountOf(tenant.db, connectionId);
  if (!isCloud || !token || token === MASK || !known) return updateConnection(ctx, connectionId, body);
  const account: NewMetaAccount = {
    kind: "phone",
    externalId: known.externalId,
    parentId: known.parentId,
    token,
  };
  await checkAccount(tenant.installation, account);
  const claims = [accountClaim(account, account.externalId), ...tokenClaims(changedToken(body))];
  const answer = await withReserved(tenant.installation, claims, tenant.id, (reserved) =>
    tenant.write((unit) => {
      bind(unit, reserved, connectionId, account);
      return writeChanges(ctx, reserved, connectionId, body);
    }),
  );
  const sessions = tenant.installation.ports.use(SessionsPort);
  await sessions.runExclusive(tenant.id, connectionId, async () => {
    if (requireConnection(tenant.db, connectionId).status !== "CONNECTED")
      (await sessions.getOrCreate(tenant, connectionId)).begin();
  });
  return answer;
}

function accountOf(body: CreateConnectionBody): NewMetaAccount {
  const missing = FIELDS.filter((field) => !body[field]?.trim());
  if (missing.length > 0)
    throw invalidFields(Object.fromEntries(missing.map((field) => [field, "required" as const])));
  const [externalId = "", parentId = "", token = ""] = FIELDS.map((field) => body[field]?.trim() ?? "");
  return { kind: "phone", externalId, parentId, token };
}

/** Checks that the token is valid for the number and its business account, and subscribes to the account's webhooks. */
async function checkAccount(
  installation: Installation,
  { externalId, parentId, token }: NewMetaAccount,
): Promise<void> {
  const graph = createGraph(installation);
  const business = parentId ?? "";
  try {
    await graph.call({ method: "GET", path: externalId, token, query: { fields: NUMBER_FIELDS } });
    const numbers = await graph.call({
      method: "GET",
      path: `${business}/phone_numbers`,
      token,
      query: { fields: "id", limit: "200" },
    });
    if (!listOf(numbers["data"]).some(({ id }) => textOf(id) === externalId))
      throw providerRefused("the number does not belong to this business account");
    await graph.call({ method: "POST", path: `${business}/subscribed_apps`, token });
  } catch (error) {
    if (error instanceof GraphError) throw providerRefused(error.message);
    throw error;
  }
}

function bind(unit: TenantUnit, reserved: Reserved, connectionId: number, account: NewMetaAccount): void {
  const other = findConnectionOfAccount(unit.db, "phone", account.externalId, connectionId);
  if (other !== undefined || belongsToOtherCompany(unit.tenant, "phone", account.externalId))
    throw pageInUse(account.externalId);
  bindMetaAccount(unit, reserved, connectionId, account);
}
