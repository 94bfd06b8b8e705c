import { askLimitsNow } from "#channels/connections/index.ts";
import { IdParams } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { ReachAnswer } from "./contract.ts";
import { reachOf } from "./present.ts";

export const reachRoutes = [
  route({
    method: "GET",
    path: "/whatsapp/:id/reach",
    summary: "Restrictions of a number, its budget of new chats and its health",
    params: IdParams,
    answer: ReachAnswer,
    handle: ({ ctx, params }) => reachOf(ctx, params.id),
  }),
  route({
    method: "POST",
    path: "/whatsapp/:id/reach/check",
    access: "admin",
    unaudited: "asks the network and stores what it states",
    summary: "Read the restrictions of a number from the network, at most once a minute",
    params: IdParams,
    answer: ReachAnswer,
    async handle({ ctx, params }) {
      reachOf(ctx, params.id);
      await askLimitsNow(ctx.tenant, params.id);
      return reachOf(ctx, params.id);
    },
  }),
];
