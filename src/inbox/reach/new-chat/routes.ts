import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { NewChatAnswer, NewChatBody, NewChatQuery } from "./contract.ts";
import { isNewChat, startBeyondBudget } from "./is-new-chat.ts";

export const newChatRoutes = [
  route({
    method: "GET",
    path: "/contacts/:id/new-chat",
    summary: "Whether a message to a contact would start a new conversation on a connection",
    params: IdParams,
    query: NewChatQuery,
    answer: NewChatAnswer,
    handle: ({ ctx, params, query }) => isNewChat(ctx, params.id, query.whatsappId ?? null),
  }),
  route({
    method: "POST",
    path: "/contacts/:id/new-chat",
    audit: "contact.started",
    summary: "Start a new conversation although the daily budget is used up",
    params: IdParams,
    body: NewChatBody,
    answer: MessageAnswer,
    handle({ ctx, params, body }) {
      startBeyondBudget(ctx, params.id, body.whatsappId);
      return { message: "ok" };
    },
  }),
];
