import * as v from "valibot";
import {
  Instant,
  PageNumber,
  PathId,
  pageOf,
  plainName,
  SearchParam,
  ShortText,
} from "#platform/http/contract.ts";

export const INTEGRATION_TYPES = ["dialogflow", "n8n", "webhook", "typebot", "billing"] as const;
export type IntegrationType = (typeof INTEGRATION_TYPES)[number];
/**
 * Billing systems and their actions (docs/rules/integrations.md#billing-look-ups): `jsonContent { system, actions }`.
 */
export const BILLING_SYSTEMS = ["ixc", "mkauth", "asaas"] as const;
export type BillingSystem = (typeof BILLING_SYSTEMS)[number];
export const BILLING_ACTIONS = ["second_copy", "trust_unblock"] as const;
export type BillingAction = (typeof BILLING_ACTIONS)[number];
export const LANGUAGES = ["pt-BR", "en", "es"] as const;

/** Events a webhook or n8n can subscribe to (docs/rules/integrations.md#webhook). */
export const EVENT_TYPES = [
  "message.created",
  "message.ack",
  "ticket.created",
  "ticket.accepted",
  "ticket.transferred",
  "ticket.closed",
  "ticket.rated",
  "connection.status",
  "connection.state",
  "connection.restricted",
  "connection.unrestricted",
  "contact.identified",
  "template.changed",
  "cost.budget",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const DELIVERY_STATES = ["queued", "waiting", "acting", "done", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Defaults and limits of the contract. */
export const TYPEBOT_DELAY_MS = 1000;
export const TYPEBOT_DELAY_MAX_MS = 10_000;
export const TYPEBOT_EXPIRES_MINUTES = 1;
const NAME_MIN = 2;
const NAME_MAX = 50;

/** For users who are not admins, `urlN8N` and `jsonContent` are ""; the address after its host and secrets are `********`. */
export const IntegrationAnswer = v.object({
  id: v.number(),
  type: v.picklist(INTEGRATION_TYPES),
  name: v.string(),
  projectName: v.string(),
  jsonContent: v.string(),
  language: v.picklist(LANGUAGES),
  urlN8N: v.string(),
  typebotSlug: v.string(),
  /** ms. */
  typebotDelayMessage: v.number(),
  /** Minutes; 0 = never. */
  typebotExpires: v.number(),
  typebotKeywordFinish: v.string(),
  typebotKeywordRestart: v.string(),
  typebotRestartMessage: v.string(),
  typebotUnknownMessage: v.string(),
  legacyPayload: v.boolean(),
  events: v.array(v.picklist(EVENT_TYPES)),
});
export type IntegrationAnswer = v.InferOutput<typeof IntegrationAnswer>;
/** `secret` is returned only when the integration is created. */
export const IntegrationMade = v.object({ ...IntegrationAnswer.entries, secret: v.optional(v.string()) });
export type IntegrationMade = v.InferOutput<typeof IntegrationMade>;
export const IntegrationPage = pageOf("queueIntegrations", IntegrationAnswer);
export const IntegrationListQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber });

const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max));
const number = (max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(ShortText, v.trim(), v.regex(/^\d{1,9}$/))]),
    v.transform(Number),
    v.integer(),
    v.minValue(0),
    v.maxValue(max),
  );
const optional = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema));

const fields = {
  type: v.picklist(INTEGRATION_TYPES),
  name: plainName(NAME_MIN, NAME_MAX),
  projectName: optional(text(200)),
  /** The key file of a service account (dialogflow), or `{ system, actions }` (billing). */
  jsonContent: optional(v.pipe(v.string(), v.maxLength(20_000))),
  language: optional(v.picklist(LANGUAGES)),
  urlN8N: optional(text(2000)),
  typebotSlug: optional(text(200)),
  typebotDelayMessage: optional(number(TYPEBOT_DELAY_MAX_MS)),
  typebotExpires: optional(number(100_000)),
  typebotKeywordFinish: optional(text(100)),
  typebotKeywordRestart: optional(text(100)),
  typebotRestartMessage: optional(text(1000)),
  typebotUnknownMessage: optional(text(1000)),
  legacyPayload: optional(v.boolean()),
  events: optional(v.pipe(v.array(v.picklist(EVENT_TYPES)), v.maxLength(2 * EVENT_TYPES.length))),
};
export const IntegrationBody = v.object(fields);
export type IntegrationBody = v.InferOutput<typeof IntegrationBody>;
/** Absent fields keep their value. */
export const UpdateIntegrationBody = v.object({
  ...fields,
  type: v.optional(fields.type),
  name: v.optional(fields.name),
});
export type UpdateIntegrationBody = v.InferOutput<typeof UpdateIntegrationBody>;

export const SecretAnswer = v.object({ secret: v.string() });

/** `POST /queueIntegration/testSession`: nothing of it is stored. */
export const TestSessionBody = v.object({
  projectName: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  jsonContent: v.pipe(v.string(), v.minLength(1), v.maxLength(20_000)),
  language: v.picklist(LANGUAGES),
  /** The integration whose stored key replaces a masked one. */
  id: v.optional(v.nullable(v.number())),
});
export const TestSessionAnswer = v.object({ messages: v.array(v.string()) });

/** `POST /queueIntegration/{id}/test`: the response to a sample. */
export const SampleAnswer = v.object({
  ok: v.boolean(),
  statusCode: v.nullable(v.number()),
  error: v.nullable(v.string()),
  answer: v.string(),
});
export type SampleAnswer = v.InferOutput<typeof SampleAnswer>;

export const DeliveryAnswer = v.object({
  id: v.number(),
  uuid: v.string(),
  event: v.string(),
  isTurn: v.boolean(),
  ticketId: v.nullable(v.number()),
  state: v.picklist(DELIVERY_STATES),
  attempts: v.number(),
  statusCode: v.nullable(v.number()),
  error: v.nullable(v.string()),
  /** Request and response, truncated to 4,000 characters. */
  body: v.string(),
  answer: v.string(),
  createdAt: Instant,
  finishedAt: v.nullable(Instant),
  /** The next attempt, if there is one. */
  nextTryAt: v.nullable(Instant),
});
export type DeliveryAnswer = v.InferOutput<typeof DeliveryAnswer>;
/** Newest first; `before` = the id of the last row shown. */
export const DeliveryListQuery = v.object({ before: v.optional(PathId) });
export const DeliveryPage = v.object({ deliveries: v.array(DeliveryAnswer), hasMore: v.boolean() });
export type DeliveryPage = v.InferOutput<typeof DeliveryPage>;

/** A webhook of the company. */
export const WebhookBody = v.object({
  name: plainName(NAME_MIN, NAME_MAX),
  url: v.pipe(text(2000), v.nonEmpty("required")),
  events: v.pipe(
    v.array(v.picklist(EVENT_TYPES)),
    v.nonEmpty("required"),
    v.maxLength(2 * EVENT_TYPES.length),
  ),
});
export type WebhookBody = v.InferOutput<typeof WebhookBody>;
export const WebhookAnswer = v.object({
  id: v.number(),
  name: v.string(),
  url: v.string(),
  events: v.array(v.picklist(EVENT_TYPES)),
  createdAt: Instant,
});
export type WebhookAnswer = v.InferOutput<typeof WebhookAnswer>;
export const WebhookList = v.object({ webhooks: v.array(WebhookAnswer) });
/** `secret` is returned only when the webhook is created. */
export const WebhookMade = v.object({ ...WebhookAnswer.entries, secret: v.string() });
export type WebhookMade = v.InferOutput<typeof WebhookMade>;

export const CallbackParams = v.object({ token: v.pipe(v.string(), v.maxLength(300)) });
/** Like the response to a delivery; a repeated `id` is ignored. */
export const CallbackBody = v.object({
  id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  commands: v.pipe(v.array(v.unknown()), v.maxLength(20)),
});
export type CallbackBody = v.InferOutput<typeof CallbackBody>;
