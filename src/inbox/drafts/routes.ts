import { IdParams } from "#platform/http/contract.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import { route } from "#tenants/route.ts";
import { DraftAnswer, DraftBody, DraftListQuery, DraftPage } from "./contract.ts";
import { listDrafts } from "./list.ts";
import { saveDraft } from "./save.ts";

export const draftRoutes = [
  route({
    method: "GET",
    path: "/drafts",
    summary: "The caller's unsent texts, 50 a page",
    query: DraftListQuery,
    answer: DraftPage,
    handle: ({ ctx, query }) => listDrafts(ctx, query.before),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id/draft",
    unaudited: "changes only the caller's own marks",
    summary: "Store the caller's unsent text in a ticket; an empty one removes it",
    params: IdParams,
    body: DraftBody,
    answer: DraftAnswer,
    handle: ({ ctx, params, body }) => batchedWrite(ctx.tenant, () => saveDraft(ctx, params.id, body)),
  }),
];
