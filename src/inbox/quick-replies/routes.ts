import * as v from "valibot";
import { IdParams, MessageAnswer, PageNumber, SearchParam } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { visibleQuickReply } from "./access.ts";
import {
  QuickReplyAnswer,
  QuickReplyBody,
  QuickReplyChoice,
  QuickReplyListQuery,
  QuickReplyPage,
  UpdateQuickReplyBody,
} from "./contract.ts";
import { attachFile, detachFile } from "./file.ts";
import { choicesFor, pageOfQuickReplies } from "./lists.ts";
import { presentQuickReply } from "./present.ts";
import { deleteQuickReply } from "./remove.ts";
import { createQuickReply, updateQuickReply } from "./save.ts";

export const quickReplyRoutes = [
  route({
    method: "GET",
    path: "/quick-messages",
    summary: "A page of one's own quick replies and the company's",
    query: v.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: QuickReplyPage,
    handle: ({ ctx, query }) => pageOfQuickReplies(ctx, query.searchParam, query.pageNumber),
  }),
  route({
    method: "GET",
    path: "/quick-messages/list",
    summary: "Quick replies for the composer, filled in for a ticket when one is named",
    query: QuickReplyListQuery,
    answer: v.array(QuickReplyChoice),
    handle: ({ ctx, query }) => choicesFor(ctx, query.searchParam, query.ticketId),
  }),
  route({
    method: "GET",
    path: "/quick-messages/:id",
    summary: "One quick reply",
    params: IdParams,
    answer: QuickReplyAnswer,
    handle: ({ ctx, params }) => presentQuickReply(ctx.tenant, visibleQuickReply(ctx, params.id)),
  }),
  route({
    method: "POST",
    path: "/quick-messages",
    audit: "quick-reply.created",
    summary: "Create a quick reply; a shared one by admins",
    body: QuickReplyBody,
    answer: QuickReplyAnswer,
    handle: ({ ctx, body }) => presentQuickReply(ctx.tenant, createQuickReply(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/quick-messages/:id",
    audit: "quick-reply.changed",
    summary: "Change a quick reply",
    params: IdParams,
    body: UpdateQuickReplyBody,
    answer: QuickReplyAnswer,
    handle: ({ ctx, params, body }) => presentQuickReply(ctx.tenant, updateQuickReply(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/quick-messages/:id",
    audit: "quick-reply.removed",
    summary: "Delete a quick reply and its file",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteQuickReply(ctx, params.id);
      return { message: "quick reply deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/quick-messages/:id/media-upload",
    audit: "quick-reply.changed",
    summary: "Attach a file to a quick reply (multipart `file`)",
    params: IdParams,
    rawBody: true,
    answer: QuickReplyAnswer,
    handle: async ({ ctx, params, request }) =>
      presentQuickReply(ctx.tenant, await attachFile(ctx, params.id, request)),
  }),
  route({
    method: "DELETE",
    path: "/quick-messages/:id/media-upload",
    audit: "quick-reply.changed",
    summary: "Remove the file of a quick reply",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      detachFile(ctx, params.id);
      return { message: "file deleted" };
    },
  }),
];
