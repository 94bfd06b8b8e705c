import { eq } from "drizzle-orm";
import { checkVariables } from "#accounts/settings/index.ts";
import { billingContentOf } from "#automation/integrations/billing/content.ts";
import {
  type IntegrationBody,
  TYPEBOT_DELAY_MS,
  TYPEBOT_EXPIRES_MINUTES,
  type UpdateIntegrationBody,
  type WebhookBody,
  type WebhookMade,
} from "#automation/integrations/contract.ts";
import { serviceAccountOf } from "#automation/integrations/dialogflow/service-account.ts";
import { noIntegration } from "#automation/integrations/errors.ts";
import { IntegrationSaved } from "#automation/integrations/events.ts";
import { isHook, missingFields } from "#automation/integrations/policy.ts";
import { presentWebhook, readable } from "#automation/integrations/present.ts";
import { companyWebhooks, findIntegration } from "#automation/integrations/queries.ts";
import { type Integration, integration } from "#automation/integrations/schema.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { randomCode } from "#platform/ids.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import { maySetSecrets } from "#tenants/policy.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { secretsIn, unmaskedJson } from "./json-content.ts";
import { hasMask, unmaskedAddress } from "./masked-address.ts";

type Values = Omit<Integration, "id" | "createdAt" | "updatedAt" | "secret">;

const fresh: Values = {
  type: "webhook",
  name: "",
  projectName: "",
  jsonContent: "",
  language: "pt-BR",
  url: "",
  typebotSlug: "",
  typebotDelayMs: TYPEBOT_DELAY_MS,
  typebotExpiresMinutes: TYPEBOT_EXPIRES_MINUTES,
  typebotKeywordFinish: "",
  typebotKeywordRestart: "",
  typebotRestartMessage: "",
  typebotUnknownMessage: "",
  legacyPayload: false,
  events: "[]",
  ofCompany: false,
};

/**
 * Creates an integration; the signing secret is returned only here. For admins. Throws 400 ERR_VALIDATION, 400
 * ERR_URL_NOT_ALLOWED, 403 ERR_NO_PERMISSION for support staff who send an address or a key.
 */
export async function createIntegration(
  ctx: UserCtx,
  body: IntegrationBody,
  ofCompany = false,
): Promise<{ readonly row: Integration; readonly secret: string | undefined }> {
  const { tenant } = ctx;
  const values = valuesOf(ctx, { ...fresh, ofCompany }, body);
  await checkAddress(tenant, values.url);
  const secret = isHook(values.type) ? newSecret() : undefined;
  const row = tenant.write((unit) => {
    const { id } = unit.db
      .insert(integration)
      .values({ ...values, secret: sealed(tenant, secret ?? ""), createdAt: unit.now, updatedAt: unit.now })
      .returning({ id: integration.id })
      .get();
    return saved(unit, id, true);
  });
  return { row, secret };
}

/** Maximum number of webhooks of a company: each event is delivered to all of them. */
const MAX_WEBHOOKS = 20;

/**
 * Creates a webhook of the company; its secret is returned only here. For admins. Throws 400 ERR_VALIDATION (also for
 * too many webhooks), 400 ERR_URL_NOT_ALLOWED.
 */
export async function createWebhook(ctx: UserCtx, { name, url, events }: WebhookBody): Promise<WebhookMade> {
  if (companyWebhooks(ctx.tenant.db).length >= MAX_WEBHOOKS) throw invalidFields({ webhooks: "too_long" });
  const body = { type: "webhook", name, urlN8N: url, events } as const;
  const { row, secret = "" } = await createIntegration(ctx, body, true);
  return { ...presentWebhook(row), secret };
}

/**
 * Changes an integration; absent fields and masked secrets keep their value. For admins. Throws 404 ERR_NOT_FOUND,
 * 400 ERR_VALIDATION, 400 ERR_URL_NOT_ALLOWED, 403 ERR_NO_PERMISSION for support staff who change the address or a
 * key.
 */
export async function updateIntegration(
  ctx: UserCtx,
  id: number,
  body: UpdateIntegrationBody,
): Promise<Integration> {
  const { tenant } = ctx;
  const { url } = valuesOf(ctx, existing(tenant, id), body);
  await checkAddress(tenant, url);
  return tenant.write((unit) => {
    const values = valuesOf(ctx, existing(tenant, id), body);
    unit.db
      .update(integration)
      .set({ ...values, updatedAt: unit.now })
      .where(eq(integration.id, id))
      .run();
    return saved(unit, id, false);
  });
}

/** Replaces the secret; the previous one is invalid at once. For admins. Throws 404 ERR_NOT_FOUND. */
export function renewSecret({ tenant }: UserCtx, id: number): string {
  const secret = newSecret();
  tenant.write((unit) => {
    existing(tenant, id);
    unit.db
      .update(integration)
      .set({ secret: sealed(tenant, secret), updatedAt: unit.now })
      .where(eq(integration.id, id))
      .run();
  });
  return secret;
}

const newSecret = (): string => `whsec_${randomCode(24)}`;
const sealed = ({ installation }: Tenant, text: string): string =>
  text === "" ? "" : installation.secrets.encrypt(text);

function saved(unit: TenantUnit, integrationId: number, created: boolean): Integration {
  const row = findIntegration(unit.db, integrationId);
  if (!row) throw noIntegration();
  unit.emit(IntegrationSaved, { integrationId, created });
  return row;
}

function existing(tenant: Tenant, id: number): Integration {
  const row = findIntegration(tenant.db, id);
  if (!row) throw noIntegration();
  return row;
}

/** A host that does not resolve yet is saved, and fails when it is used (docs/rules/general.md#outbound-requests). */
const checkAddress = async (tenant: Tenant, url: string): Promise<void> => {
  if (url !== "") await tenant.installation.ports.use(OutboundPort).check(url);
};

/**
 * Merges and validates the values to store. Throws 400 ERR_VALIDATION, and 403 ERR_NO_PERMISSION when a support
 * session sends a secret (docs/rules/security.md#support-secrets).
 */
function valuesOf({ tenant, actor }: UserCtx, before: Values, body: UpdateIntegrationBody): Values {
  const { typebotRestartMessage, typebotUnknownMessage } = body;
  checkVariables(tenant, { typebotRestartMessage, typebotUnknownMessage });
  const type = body.type ?? before.type;
  const jsonBefore = readable(tenant, before.jsonContent);
  const json = body.jsonContent
    ? unmaskedJson(body.jsonContent, jsonBefore)
    : (body.jsonContent ?? jsonBefore);
  const url = unmaskedAddress(body.urlN8N ?? before.url, before.url);
  if (!maySetSecrets(actor) && (url !== before.url || secretsIn(json) !== secretsIn(jsonBefore)))
    throw noPermission();
  const { type: _type, name: _name, ...kept } = before;
  const values: Values = {
    ...kept,
    type,
    name: body.name ?? before.name,
    projectName: body.projectName ?? before.projectName,
    jsonContent: sealed(tenant, json),
    language: body.language ?? before.language,
    url,
    typebotSlug: body.typebotSlug ?? before.typebotSlug,
    typebotDelayMs: body.typebotDelayMessage ?? before.typebotDelayMs,
    typebotExpiresMinutes: body.typebotExpires ?? before.typebotExpiresMinutes,
    typebotKeywordFinish: body.typebotKeywordFinish ?? before.typebotKeywordFinish,
    typebotKeywordRestart: body.typebotKeywordRestart ?? before.typebotKeywordRestart,
    typebotRestartMessage: body.typebotRestartMessage ?? before.typebotRestartMessage,
    typebotUnknownMessage: body.typebotUnknownMessage ?? before.typebotUnknownMessage,
    legacyPayload: body.legacyPayload ?? before.legacyPayload,
    events: body.events ? JSON.stringify([...new Set(body.events)]) : before.events,
  };
  const missing = missingFields(type, { ...values, urlN8N: values.url, jsonContent: json });
  const { urlN8N: noAddress, ...problems } = missing;
  const wrongAddress = url !== before.url && hasMask(url) ? "invalid" : noAddress;
  // In the body of a webhook of the company the address is named `url`.
  if (wrongAddress) problems[before.ofCompany ? "url" : "urlN8N"] = wrongAddress;
  if (type === "dialogflow" && json !== "" && !serviceAccountOf(json)) problems["jsonContent"] = "invalid";
  if (type === "billing" && json !== "" && !billingContentOf(json)) problems["jsonContent"] = "invalid";
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return onlyOf(values);
}

/** Selects the columns of the table. */
function onlyOf(values: Values): Values {
  return Object.fromEntries(
    Object.keys(fresh).map((key) => [key, values[key as keyof Values]]),
  ) as unknown as Values;
}
