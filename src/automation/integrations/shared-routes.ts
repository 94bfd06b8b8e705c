import type { Db } from "#platform/db/database.ts";
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
import { createWebhook, renewSecret, updateIntegration } from "./crud/save.ts";
import { sendSample } from "./crud/send-sample.ts";
import { deliveryLog, replayDelivery } from "./delivery/rows.ts";
import { presentWebhook } from "./present.ts";
import { companyWebhooks, deliveryOfWebhook, requireWebhook } from "./queries.ts";

interface Kind {
  readonly name: "integration" | "webhook";
  readonly path: "/queueIntegration" | "/webhooks";
  /** Access of all routes. */
  readonly admin: { readonly access: "admin" } & Pick<Parameters<typeof route>[0], "planFlag" | "apiScope">;
  readonly deleteSummary: string;
  /** Throws 404 ERR_NOT_FOUND for a webhook on the routes of integrations, and the other way round. */
  readonly requireRow: (db: Db, id: number) => unknown;
  /** Throws 404 ERR_NOT_FOUND for a delivery to a webhook on the routes of integrations, and the other way round. */
  readonly requireDelivery: (db: Db, id: number) => unknown;
}

/**
 * The routes that integrations and webhooks have in common: delete, renew the secret, send a sample, read and replay
 * deliveries.
 */
export const sharedRoutes = ({ name, path, admin, deleteSummary, requireRow, requireDelivery }: Kind) => [
  route({
    ...admin,
    method: "DELETE",
    path: `${path}/:id`,
    audit: `${name}.removed`,
    summary: deleteSummary,
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      requireRow(ctx.tenant.db, params.id);
      deleteIntegration(ctx, params.id);
      return { message: `${name} deleted` };
    },
  }),
  route({
    ...admin,
    method: "POST",
    path: `${path}/:id/secret`,
    audit: `${name}.renewed`,
    notForSupport: true,
    summary: "Renew the secret; only this response contains it",
    params: IdParams,
    answer: SecretAnswer,
    handle({ ctx, params }) {
      requireRow(ctx.tenant.db, params.id);
      return { secret: renewSecret(ctx, params.id) };
    },
  }),
  route({
    ...admin,
    method: "POST",
    path: `${path}/:id/test`,
    audit: `${name}.tested`,
    summary: "Send a sample event now",
    params: IdParams,
    answer: SampleAnswer,
    handle({ ctx, params }) {
      requireRow(ctx.tenant.db, params.id);
      return sendSample(ctx, params.id);
    },
  }),
  route({
    ...admin,
    method: "GET",
    path: `${path}/:id/deliveries`,
    summary: `Deliveries of ${name === "webhook" ? "a webhook" : "an integration"} with their results, newest first, for 30 days`,
    params: IdParams,
    query: DeliveryListQuery,
    answer: DeliveryPage,
    handle({ ctx, params, query }) {
      requireRow(ctx.tenant.db, params.id);
      return deliveryLog(ctx, params.id, query.before);
    },
  }),
  route({
    ...admin,
    method: "POST",
    path: `${path}/deliveries/:id/replay`,
    audit: "delivery.replayed",
    summary: "Repeat a delivery with the same id",
    params: IdParams,
    answer: DeliveryAnswer,
    handle({ ctx, params }) {
      requireDelivery(ctx.tenant.db, params.id);
      return replayDelivery(ctx, params.id);
    },
  }),
];

const admin = { access: "admin", planFlag: "useExternalApi", apiScope: "webhooks:manage" } as const;

/** Routes of the company's webhooks: they receive events and take no conversations. */
export const webhookRoutes = [
  route({
    ...admin,
    method: "GET",
    path: "/webhooks",
    summary: "Webhooks of the company, by name",
    answer: WebhookList,
    handle: ({ ctx: { tenant } }) => ({ webhooks: companyWebhooks(tenant.db).map(presentWebhook) }),
  }),
  route({
    ...admin,
    method: "POST",
    path: "/webhooks",
    audit: "webhook.created",
    notForSupport: true,
    summary: "Create a webhook; only this response contains its signing secret",
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
      return presentWebhook(row);
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
