import type {
  ConnectionAnswer,
  ConnectOfficialBody,
  OfficialNumber,
  OfficialNumbers,
  OfficialNumbersBody,
} from "#channels/connections/contract.ts";
import { providerRefused } from "#channels/connections/errors.ts";
import { metaAccounts } from "#channels/connections/meta/accounts.ts";
import { createGraph, type Graph } from "#channels/connections/meta/graph.ts";
import { longLived, metaApp, withProviderErrors } from "#channels/connections/meta/oauth.ts";
import { listOf, partOf, textOf } from "#channels/connections/meta/parts.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { changeConnection, createCloudConnection } from "./connect.ts";

const SCOPE = "whatsapp_business_management";
const NUMBER_FIELDS = "id,display_phone_number,verified_name,platform_type,is_on_biz_app";
/** Maximum number of business accounts of one person. */
const MAX_ACCOUNTS = 50;

/**
 * The official numbers of a person who returns from Facebook's login; their token stays on the server. For admins.
 * Throws 400 ERR_PROVIDER_AUTH.
 */
export async function officialNumbers(ctx: UserCtx, body: OfficialNumbersBody): Promise<OfficialNumbers> {
  const { installation, db } = ctx.tenant;
  const graph = createGraph(installation);
  const known = new Map(
    metaAccounts(db).flatMap(({ kind, externalId, connectionId }) =>
      kind === "phone" ? [[externalId, connectionId] as const] : [],
    ),
  );
  return withProviderErrors(async () => {
    const token = await longLived(installation, graph, body);
    const accounts = await accountsOf(ctx, graph, token);
    const numbers: OfficialNumber[] = [];
    for (const id of accounts.slice(0, MAX_ACCOUNTS))
      for (const number of await numbersOf(graph, id, token))
        numbers.push({ ...number, connectionId: known.get(number.phoneNumberId) ?? null });
    return { grant: storeGrant(ctx, token), numbers };
  });
}

/** Business accounts the token is valid for: those chosen at the login, otherwise all of the person's businesses. */
async function accountsOf({ tenant }: UserCtx, graph: Graph, token: string): Promise<readonly string[]> {
  const { id, secret } = metaApp(tenant.installation);
  const answer = await graph.call({
    method: "GET",
    path: "debug_token",
    token: `${id}|${secret}`,
    query: { input_token: token },
  });
  const scope = listOf(partOf(answer["data"])["granular_scopes"]).find((part) => part["scope"] === SCOPE);
  if (!scope) throw providerRefused(`${SCOPE} was not allowed`);
  const chosen = scope["target_ids"];
  if (Array.isArray(chosen) && chosen.length > 0) return chosen.map(textOf).filter((one) => one !== "");
  const found = new Set<string>();
  for (const business of await idsOf(graph, "me/businesses", token))
    for (const edge of ["owned_whatsapp_business_accounts", "client_whatsapp_business_accounts"])
      for (const one of await idsOf(graph, `${business}/${edge}`, token)) found.add(one);
  return [...found];
}

async function idsOf(graph: Graph, path: string, token: string): Promise<readonly string[]> {
  const answer = await graph.call({ method: "GET", path, token, query: { fields: "id", limit: "100" } });
  return listOf(answer["data"])
    .map(({ id }) => textOf(id))
    .filter((id) => id !== "");
}

type Found = Omit<OfficialNumber, "connectionId">;
async function numbersOf(graph: Graph, accountId: string, token: string): Promise<readonly Found[]> {
  const { name } = await graph.call({
    method: "GET",
    path: accountId,
    token,
    query: { fields: "id,name" },
  });
  const answer = await graph.call({
    method: "GET",
    path: `${accountId}/phone_numbers`,
    token,
    query: { fields: NUMBER_FIELDS, limit: "200" },
  });
  return listOf(answer["data"]).map((part) => ({
    phoneNumberId: textOf(part["id"]),
    businessAccountId: accountId,
    business: textOf(name),
    phone: textOf(part["display_phone_number"]),
    name: textOf(part["verified_name"]),
    // A new number is registered with a PIN; a number of the WhatsApp Business app is registered already.
    needsPin: textOf(part["platform_type"]) === "NOT_APPLICABLE" && part["is_on_biz_app"] !== true,
  }));
}

/**
 * Connects one of the person's numbers; a number that is connected here already gets the new token. For admins.
 * Throws as `createCloudConnection`, 400 ERR_PROVIDER_AUTH (also when the grant has expired).
 */
export async function connectOfficial(ctx: UserCtx, body: ConnectOfficialBody): Promise<ConnectionAnswer> {
  const { grant, phoneNumberId, businessAccountId, pin } = body;
  const token = grantedToken(ctx, grant);
  if (token === undefined) throw providerRefused("the login has expired");
  const known = metaAccounts(ctx.tenant.db).find(
    ({ kind, externalId }) => kind === "phone" && externalId === phoneNumberId,
  );
  if (known) return changeConnection(ctx, known.connectionId, { accessToken: token });
  if (!body.name) throw invalidFields({ name: "required" });
  if (pin)
    await withProviderErrors(() =>
      createGraph(ctx.tenant.installation).call({
        method: "POST",
        path: `${phoneNumberId}/register`,
        token,
        body: { messaging_product: "whatsapp", pin },
      }),
    );
  const { name } = body;
  return createCloudConnection(ctx, {
    ...{ name, provider: "cloud", phoneNumberId, businessAccountId },
    accessToken: token,
  });
}

/** Time limit in ms for a person to choose one of the numbers they granted access to. */
const LIFE_MS = 15 * 60_000;
/** Maximum number of grants of all companies together; the oldest are dropped first. */
const MAX_GRANTS = 500;

/** A Facebook token of one person, kept in memory; browsers get only the id of the grant. */
interface LoginGrant {
  readonly companyId: number;
  readonly userId: number;
  readonly token: string;
  readonly expiresAt: number;
}
const grants = new Map<string, LoginGrant>();

/** Stores a token for this person for 15 minutes; returns the id of the grant. */
function storeGrant({ tenant, actor }: UserCtx, token: string): string {
  for (const [id, { expiresAt }] of grants)
    if (expiresAt <= tenant.clock.now() || grants.size >= MAX_GRANTS) grants.delete(id);
  const id = crypto.randomUUID();
  grants.set(id, {
    companyId: tenant.id,
    userId: actor.id,
    token,
    expiresAt: tenant.clock.now() + LIFE_MS,
  });
  return id;
}

/** The token of a grant; undefined when it belongs to another person or has expired. */
function grantedToken({ tenant, actor }: UserCtx, grantId: string): string | undefined {
  const grant = grants.get(grantId);
  const isOwn = grant?.companyId === tenant.id && grant.userId === actor.id;
  return isOwn && grant.expiresAt > tenant.clock.now() ? grant.token : undefined;
}
