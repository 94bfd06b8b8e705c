import { IdParams } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { WebhookAnswer, WebhookBody, WebhookList, WebhookMade } from "./contract.ts";
import { createWebhook, updateIntegration } from "./crud/save.ts";
import { presentWebhook } from "./present.ts";
import { companyWebhooks, deliveryOfWebhook, requireWebhook } from "./queries.ts";
import { sharedRoutes } from "./shared-routes.ts";

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
  ...sharedRoutes({
    name: "webhook",
    path: "/webhooks",
    admin,
    deleteSummary: "Delete a webhook with its log",
    requireRow: requireWebhook,
    requireDelivery: deliveryOfWebhook,
  }),
];
