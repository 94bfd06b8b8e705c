import type { Tenant, UserActor } from "#tenants/tenant.ts";
import type { DeliveryAnswer, EventType, IntegrationAnswer, WebhookAnswer } from "./contract.ts";
import { maskedJson } from "./json-content.ts";
import type { Delivery, Integration } from "./schema.ts";

/** Secrets at rest, opened; "" = none. */
export const opened = ({ installation }: Tenant, sealed: string): string =>
  sealed === "" ? "" : installation.secrets.decrypt(sealed);

export const eventsOf = (row: Pick<Integration, "events">): readonly EventType[] =>
  JSON.parse(row.events) as EventType[];

/** Addresses and contents are for admins (behaviour 18); others see what a picker needs. */
export function presentIntegration(
  tenant: Tenant,
  row: Integration,
  actor: Pick<UserActor, "profile">,
): IntegrationAnswer {
  const admin = actor.profile === "admin";
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    projectName: admin ? row.projectName : "",
    jsonContent: admin ? maskedJson(opened(tenant, row.jsonContent)) : "",
    language: row.language as IntegrationAnswer["language"],
    urlN8N: admin ? row.url : "",
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

export const presentDelivery = (row: Delivery): DeliveryAnswer => ({
  id: row.id,
  uuid: row.uuid,
  event: row.event,
  isTurn: row.isTurn,
  ticketId: row.ticketId,
  state: row.state,
  attempts: row.attempts,
  statusCode: row.statusCode,
  error: row.error,
  body: row.body.slice(0, 4000),
  answer: row.answer,
  createdAt: iso(row.createdAt),
  finishedAt: row.finishedAt === null ? null : iso(row.finishedAt),
  nextTryAt: row.state === "waiting" && row.attempts > 0 ? iso(row.nextTryAt) : null,
});

export const presentWebhook = (row: Integration): WebhookAnswer => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: [...eventsOf(row)],
  createdAt: iso(row.createdAt),
});
