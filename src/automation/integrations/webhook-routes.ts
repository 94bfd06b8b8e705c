import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import {
  DeliveryAnswer,
  DeliveryListQuery,
  DeliveryPage,
  SampleAnswer,
  SecretAnswer,
  WebhookAnswer,
  WebhookBody,
  WebhookList,
  WebhookMade,
} from "./contract.ts";
import { deleteIntegration } from "./crud/remove.ts";
import { renewSecret, updateIntegration } from "./crud/save.ts";
import { sendSample } from "./crud/send-sample.ts";
import { deliveryLog } from "./delivery/log.ts";
import { replayDelivery } from "./delivery/replay.ts";
import { presentWebhook } from "./present.ts";
import { companyWebhooks, deliveryOfWebhook, requireWebhook } from "./queries.ts";
import { createWebhook } from "./webhooks.ts";

const admin = { access: "admin", planFlag: "useExternalApi", apiScope: "webhooks:manage" } as const;

/** Routes of the company's webhooks: they receive events and take no conversations. */
export const webhookRoutes = [
  route({
    ...admin,
    method: "GET",
    path: "/webhooks",
    summary: "Webhooks of the company, by name",
    answer: WebhookList,
    handle: ({ ctx: { tenant, actor } }) => ({
      webhooks: companyWebhooks(tenant.db).map((row) => presentWebhook(row, actor)),
    }),
  }),
  route({
    ...admin,
    method: "POST",
    path: "/webhooks",
    audit: "webhook.created",
    notForSupport: true,
    summary: "Make a webhook; the secret that signs what is sent is answered this once",
    body: WebhookBody,
    answer: WebhookMade,
    handle: ({ ctx, body }) => createWebhook(ctx, body),
  }),
  route({
    ...admin,
    method: "PUT",
    path: "/webhooks/:id",
    audit: "webhook.changed",
    summary: "Change a webhook",
    params: IdParams,
    body: WebhookBody,
    answer: WebhookAnswer,
    async handle({ ctx, params, body: { name, url, events } }) {
      requireWebhook(ctx.tenant.db, params.id);
      const row = await updateIntegration(ctx, params.id, { name, urlN8N: url, events });
      return presentWebhook(row, ctx.actor);
    },
  }),
  route({
    ...admin,
    method: "DELETE",
    path: "/webhooks/:id",
    audit: "webhook.removed",
    summary: "Delete a webhook with its log",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      requireWebhook(ctx.tenant.db, params.id);
      deleteIntegration(ctx, params.id);
      return { message: "webhook deleted" };
    },
  }),
  route({
    ...admin,
    method: "POST",
    path: "/webhooks/:id/secret",
    audit: "webhook.renewed",
    notForSupport: true,
    summary: "A new secret, answered this once",
    params: IdParams,
    answer: SecretAnswer,
    handle({ ctx, params }) {
      requireWebhook(ctx.tenant.db, params.id);
      return { secret: renewSecret(ctx, params.id) };
    },
  }),
  route({
    ...admin,
    method: "POST",
    path: "/webhooks/:id/test",
    audit: "webhook.tested",
    summary: "Send a sample now",
    params: IdParams,
    answer: SampleAnswer,
    handle({ ctx, params }) {
      requireWebhook(ctx.tenant.db, params.id);
      return sendSample(ctx, params.id);
    },
  }),
  route({
    ...admin,
    method: "GET",
    path: "/webhooks/:id/deliveries",
    summary: "What a webhook was told and what came of it, newest first, for 30 days",
    params: IdParams,
    query: DeliveryListQuery,
    answer: DeliveryPage,
    handle({ ctx, params, query }) {
      requireWebhook(ctx.tenant.db, params.id);
      return deliveryLog(ctx, params.id, query.before);
    },
  }),
  route({
    ...admin,
    method: "POST",
    path: "/webhooks/deliveries/:id/replay",
    audit: "delivery.replayed",
    summary: "Tell it again, with the same id",
    params: IdParams,
    answer: DeliveryAnswer,
    handle({ ctx, params }) {
      deliveryOfWebhook(ctx.tenant.db, params.id);
      return replayDelivery(ctx, params.id);
    },
  }),
];
