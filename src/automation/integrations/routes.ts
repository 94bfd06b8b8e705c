import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { callbackLimit } from "#tenants/public-limits.ts";
import { publicRoute, route } from "#tenants/route.ts";
import {
  CallbackBody,
  CallbackParams,
  IntegrationAnswer,
  IntegrationBody,
  IntegrationListQuery,
  IntegrationMade,
  IntegrationPage,
  TestSessionAnswer,
  TestSessionBody,
  UpdateIntegrationBody,
} from "./contract.ts";
import { createIntegration, updateIntegration } from "./crud/save.ts";
import { testSession } from "./dialogflow/test-session.ts";
import { callBack } from "./hook/callback.ts";
import { cellOfCallback } from "./hook/envelope.ts";
import { presentIntegration } from "./present.ts";
import { countIntegrations, deliveryOfResponder, listIntegrations, requireResponder } from "./queries.ts";
import { sharedRoutes } from "./shared-routes.ts";

const planFlag = "useIntegrations";
const admin = { access: "admin", planFlag } as const;

export const integrationRoutes = [
  route({
    method: "GET",
    path: "/queueIntegration",
    summary: "A page of the company's integrations; addresses and contents for admins only",
    planFlag,
    query: IntegrationListQuery,
    answer: IntegrationPage,
    handle({ ctx: { tenant, actor }, query }) {
      const search = fold(query.searchParam);
      const count = countIntegrations(tenant.db, search);
      const { rows, ...page } = pageOfRows(count, query.pageNumber, (limit, offset) =>
        listIntegrations(tenant.db, search, limit, offset),
      );
      return { queueIntegrations: rows.map((row) => presentIntegration(tenant, row, actor)), ...page };
    },
  }),
  route({
    method: "GET",
    path: "/queueIntegration/:id",
    summary: "One integration",
    planFlag,
    params: IdParams,
    answer: IntegrationAnswer,
    handle({ ctx: { tenant, actor }, params }) {
      return presentIntegration(tenant, requireResponder(tenant.db, params.id), actor);
    },
  }),
  route({
    ...admin,
    method: "POST",
    path: "/queueIntegration",
    audit: "integration.created",
    summary: "Create an integration; only this response contains its secret",
    body: IntegrationBody,
    answer: IntegrationMade,
    async handle({ ctx, body }) {
      const { row, secret } = await createIntegration(ctx, body);
      return { ...presentIntegration(ctx.tenant, row, ctx.actor), ...(secret !== undefined && { secret }) };
    },
  }),
  route({
    ...admin,
    method: "POST",
    path: "/queueIntegration/testSession",
    audit: "integration.tested",
    summary: "Test the connection to a Dialogflow agent",
    body: TestSessionBody,
    answer: TestSessionAnswer,
    handle: ({ ctx, body }) => testSession(ctx, body),
  }),
  route({
    ...admin,
    method: "PUT",
    path: "/queueIntegration/:id",
    audit: "integration.changed",
    summary: "Change an integration",
    params: IdParams,
    body: UpdateIntegrationBody,
    answer: IntegrationAnswer,
    async handle({ ctx, params, body }) {
      requireResponder(ctx.tenant.db, params.id);
      return presentIntegration(ctx.tenant, await updateIntegration(ctx, params.id, body), ctx.actor);
    },
  }),
  ...sharedRoutes({
    name: "integration",
    path: "/queueIntegration",
    admin,
    deleteSummary: "Delete an integration; whatever points to it lets go",
    requireRow: requireResponder,
    requireDelivery: deliveryOfResponder,
  }),
  publicRoute({
    method: "POST",
    path: "/integrations/callback/:token",
    cell: cellOfCallback,
    unaudited: "the conversation records the messages of the external system",
    summary:
      "Commands of an integration for the conversation it has; the token is that of the delivery's links",
    params: CallbackParams,
    body: CallbackBody,
    limit: callbackLimit,
    answer: MessageAnswer,
    handle: ({ ctx, params, body }) => callBack(ctx, params.token, body),
  }),
];
