import { isSupport } from "#tenants/policy.ts";
import type { Tenant, UserActor } from "#tenants/tenant.ts";
import type { DeliveryAnswer, EventType, IntegrationAnswer, WebhookAnswer } from "./contract.ts";
import { maskedJson } from "./crud/json-content.ts";
import { maskedAddress, withoutCallbacks } from "./crud/masked-address.ts";
import type { Delivery, Integration } from "./schema.ts";

/** Decrypts a stored secret; "" = none. */
export const decrypted = ({ installation }: Tenant, sealed: string): string =>
  sealed === "" ? "" : installation.secrets.decrypt(sealed);

/**
 * A stored secret to show or edit. Returns "" when no key of this installation decrypts it, as in a company from a
 * changed archive, so that an admin can open the integration and type the secret again.
 */
export function readable(tenant: Tenant, sealed: string): string {
  try {
    return decrypted(tenant, sealed);
  } catch {
    return "";
  }
}

export const eventsOf = (row: Pick<Integration, "events">): readonly EventType[] =>
  JSON.parse(row.events) as EventType[];

/** The caller who reads integrations: support sessions see no secrets (docs/rules/security.md#support-secrets). */
export type CurrentUser = Pick<UserActor, "profile" | "supportUntil">;

/**
 * Hosts and contents are for admins; other users get the fields of a picker. No user gets a whole address
 * (docs/rules/security.md#masked-addresses).
 */
export function presentIntegration(
  tenant: Tenant,
  row: Integration,
  onlooker: CurrentUser,
): IntegrationAnswer {
  const admin = onlooker.profile === "admin";
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    projectName: admin ? row.projectName : "",
    jsonContent: admin ? maskedJson(readable(tenant, row.jsonContent)) : "",
    language: row.language as IntegrationAnswer["language"],
    urlN8N: admin ? maskedAddress(row.url) : "",
    typebotSlug: admin ? row.typebotSlug : "",
    typebotDelayMessage: row.typebotDelayMs,
    typebotExpires: row.typebotExpiresMinutes,
    typebotKeywordFinish: row.typebotKeywordFinish,
    typebotKeywordRestart: row.typebotKeywordRestart,
    typebotRestartMessage: row.typebotRestartMessage,
    typebotUnknownMessage: row.typebotUnknownMessage,
    legacyPayload: row.legacyPayload,
    events: [...eventsOf(row)],
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

export const presentDelivery = (row: Delivery, onlooker: CurrentUser): DeliveryAnswer => ({
  id: row.id,
  uuid: row.uuid,
  event: row.event,
  isTurn: row.isTurn,
  ticketId: row.ticketId,
  state: row.state,
  attempts: row.attempts,
  statusCode: row.statusCode,
  error: row.error,
  body: (isSupport(onlooker) ? withoutCallbacks(row.body) : row.body).slice(0, 4000),
  answer: row.answer,
  createdAt: iso(row.createdAt),
  finishedAt: row.finishedAt === null ? null : iso(row.finishedAt),
  nextTryAt: row.state === "waiting" && row.attempts > 0 ? iso(row.nextTryAt) : null,
});

export const presentWebhook = (row: Integration): WebhookAnswer => ({
  id: row.id,
  name: row.name,
  url: maskedAddress(row.url),
  events: [...eventsOf(row)],
  createdAt: iso(row.createdAt),
});
