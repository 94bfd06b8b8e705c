import * as v from "valibot";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { chatByUuid, chatOfMember } from "./access.ts";
import {
  ChatAnswer,
  ChatBody,
  ChatHits,
  ChatListQuery,
  ChatPage,
  ChatReadBody,
  ChatSearchQuery,
  ChatUnreadAnswer,
  UpdateChatBody,
} from "./contract.ts";
import { presentChat } from "./present.ts";
import { unreadOf } from "./queries.ts";
import { chatPage, markChatRead } from "./read.ts";
import { deleteChat } from "./remove.ts";
import { createChat, updateChat } from "./save.ts";
import { searchChats } from "./search.ts";

const planFlag = "useInternalChat";
const UuidParams = v.object({ uuid: v.pipe(v.string(), v.maxLength(100)) });

export const chatRoutes = [
  route({
    method: "GET",
    path: "/chats",
    summary: "A page of the caller's chats, most recently active first",
    planFlag,
    query: ChatListQuery,
    answer: ChatPage,
    handle: ({ ctx, query }) => chatPage(ctx, query.searchParam, query.pageNumber),
  }),
  route({
    method: "GET",
    path: "/chats/unread",
    summary: "Number of unread messages in the caller's chats",
    planFlag,
    answer: ChatUnreadAnswer,
    handle: ({ ctx: { tenant, actor } }) => unreadOf(tenant.db, actor.id),
  }),
  route({
    method: "GET",
    path: "/chats/search",
    summary: "Search the messages of the caller's chats, newest first",
    planFlag,
    query: ChatSearchQuery,
    answer: ChatHits,
    handle: ({ ctx, query }) => searchChats(ctx, query.searchParam, query.chatId),
  }),
  route({
    method: "GET",
    path: "/chats/u/:uuid",
    summary: "One chat by its uuid",
    planFlag,
    params: UuidParams,
    answer: ChatAnswer,
    handle: ({ ctx, params }) => presentChat(ctx.tenant, chatByUuid(ctx, params.uuid)),
  }),
  route({
    method: "GET",
    path: "/chats/:id",
    summary: "One chat",
    planFlag,
    params: IdParams,
    answer: ChatAnswer,
    handle: ({ ctx, params }) => presentChat(ctx.tenant, chatOfMember(ctx, params.id)),
  }),
  route({
    method: "POST",
    path: "/chats",
    audit: "chat.created",
    summary: "Create a chat",
    planFlag,
    body: ChatBody,
    answer: ChatAnswer,
    handle: ({ ctx, body }) => presentChat(ctx.tenant, createChat(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/chats/:id",
    audit: "chat.changed",
    summary: "Change title and members of an own chat",
    planFlag,
    params: IdParams,
    body: UpdateChatBody,
    answer: ChatAnswer,
    handle: ({ ctx, params, body }) => presentChat(ctx.tenant, updateChat(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/chats/:id",
    audit: "chat.removed",
    summary: "Delete an own chat",
    planFlag,
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteChat(ctx, params.id);
      return { message: "chat deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/chats/:id/read",
    unaudited: "changes only the caller's own marks",
    summary: "Mark a chat as read by the caller",
    planFlag,
    params: IdParams,
    body: ChatReadBody,
    answer: ChatAnswer,
    handle({ ctx, params: { id } }) {
      markChatRead(ctx, id);
      return presentChat(ctx.tenant, chatOfMember(ctx, id));
    },
  }),
];
