import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { UpdateViewBody, ViewAnswer, ViewBody, ViewCounts, ViewList } from "./contract.ts";
import { canSee } from "./policy.ts";
import { presentView, viewsFor } from "./queries.ts";
import { createView, deleteView, updateView } from "./save.ts";
import { countsOfBar } from "./select.ts";

export const ticketViewRoutes = [
  route({
    method: "GET",
    path: "/ticket-views",
    summary: "The shared views and the caller's own ones, each in their order",
    answer: ViewList,
    handle: ({ ctx }) => ({
      views: viewsFor(ctx.tenant.db, ctx.actor.id)
        .filter((view) => canSee(ctx.actor, view))
        .map(presentView),
    }),
  }),
  route({
    method: "GET",
    path: "/ticket-views/counts",
    summary: "Number of tickets in the views of the caller's bar; 1,000 = more than 999",
    answer: ViewCounts,
    handle: ({ ctx }) => ({ counts: countsOfBar(ctx) }),
  }),
  route({
    method: "POST",
    path: "/ticket-views",
    audit: "view.created",
    summary: "Create a view; a shared one by admins",
    body: ViewBody,
    maxBodyBytes: 2 * LARGE_BODY_BYTES,
    answer: ViewAnswer,
    handle: ({ ctx, body }) => presentView(createView(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/ticket-views/:id",
    audit: "view.changed",
    summary: "Change or move a view",
    params: IdParams,
    body: UpdateViewBody,
    maxBodyBytes: 2 * LARGE_BODY_BYTES,
    answer: ViewAnswer,
    handle: ({ ctx, params, body }) => presentView(updateView(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/ticket-views/:id",
    audit: "view.removed",
    summary: "Delete a view",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteView(ctx, params.id);
      return { message: "view deleted" };
    },
  }),
];
