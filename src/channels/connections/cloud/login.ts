import { languageOf } from "#accounts/settings/index.ts";
import { noteSignUp } from "#channels/connections/coexistence/request-history.ts";
import type {
  ConnectionAnswer,
  ConnectOfficialBody,
  OfficialNumber,
  OfficialNumbers,
  OfficialNumbersBody,
  RequestCodeBody,
  VerifyNumberBody,
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
const NUMBER_FIELDS =
  "id,display_phone_number,verified_name,platform_type,is_on_biz_app,code_verification_status";
/** Languages of Meta's message with the code. */
const LANGUAGES = { "pt-BR": "pt_BR", en: "en_US", es: "es_ES" } as const;
const UNVERIFIED: readonly string[] = ["NOT_VERIFIED", "EXPIRED"];
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
    const businesses: string[] = [];
    for (const id of accounts.slice(0, MAX_ACCOUNTS)) {
      const account = await accountWithNumbers(graph, id, token);
      if (account.business !== "") businesses.push(account.business);
      for (const number of account.numbers)
        numbers.push({ ...number, connectionId: known.get(number.phoneNumberId) ?? null });
    }
    return { grant: storeGrant(ctx, token), businesses, numbers };
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
interface FoundAccount {
  readonly business: string;
  readonly numbers: readonly Found[];
}
async function accountWithNumbers(graph: Graph, accountId: string, token: string): Promise<FoundAccount> {
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
  const numbers = listOf(answer["data"]).map((part) => {
    // A new number is registered with a PIN; a number of the WhatsApp Business app is registered already.
    const needsPin = textOf(part["platform_type"]) === "NOT_APPLICABLE" && part["is_on_biz_app"] !== true;
    return {
      phoneNumberId: textOf(part["id"]),
      businessAccountId: accountId,
      business: textOf(name),
      phone: textOf(part["display_phone_number"]),
      name: textOf(part["verified_name"]),
      needsPin,
      // A registered number needs no verification; its former one may expire without consequences.
      needsVerification: needsPin && UNVERIFIED.includes(textOf(part["code_verification_status"])),
    };
  });
  return { business: textOf(name), numbers };
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
  const connected = await createCloudConnection(ctx, {
    ...{ name, provider: "cloud", phoneNumberId, businessAccountId },
    accessToken: token,
  });
  if (await isInApp(ctx, phoneNumberId, token))
    await noteSignUp(ctx.tenant, connected.id, body.importHistory);
  return connected;
}

/** Whether the number stays in the WhatsApp Business app. A failed question must not undo the connection. */
const isInApp = (ctx: UserCtx, phoneNumberId: string, token: string): Promise<boolean> =>
  createGraph(ctx.tenant.installation)
    .call({ method: "GET", path: phoneNumberId, token, query: { fields: "is_on_biz_app,platform_type" } })
    .then(
      (answer) => answer["is_on_biz_app"] === true,
      () => false,
    );

/**
 * Lets Meta send a code to a number that Embedded Sign-up left unverified. For admins. Throws 400 ERR_PROVIDER_AUTH.
 */
export const requestNumberCode = (ctx: UserCtx, { grant, phoneNumberId, method }: RequestCodeBody) =>
  callForNumber(ctx, grant, `${phoneNumberId}/request_code`, {
    code_method: method,
    language: LANGUAGES[languageOf(ctx.tenant)],
  });

/** Verifies a number by the code that Meta sent to it. For admins. Throws 400 ERR_PROVIDER_AUTH. */
export const verifyNumber = (ctx: UserCtx, { grant, phoneNumberId, code }: VerifyNumberBody) =>
  callForNumber(ctx, grant, `${phoneNumberId}/verify_code`, { code: code.replace("-", "") });

async function callForNumber(
  ctx: UserCtx,
  grant: string,
  path: string,
  body: Readonly<Record<string, string>>,
): Promise<void> {
  const token = grantedToken(ctx, grant);
  if (token === undefined) throw providerRefused("the login has expired");
  const graph = createGraph(ctx.tenant.installation);
  await withProviderErrors(() => graph.call({ method: "POST", path, token, body }));
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
