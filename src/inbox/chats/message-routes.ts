import * as v from "valibot";
import { readJson } from "#platform/http/body/json-body.ts";
import { IdParams, MessageAnswer, PathId } from "#platform/http/contract.ts";
import { validate } from "#platform/http/validate.ts";
import { route } from "#tenants/route.ts";
import { deleteChatMessage, editChatMessage } from "./change.ts";
import {
  ChatMessageAnswer,
  ChatMessagePage,
  ChatMessageQuery,
  ChatSendAnswer,
  ChatTextBody,
  EditChatMessageBody,
} from "./contract.ts";
import { noChatMessage } from "./errors.ts";
import { sayFiles, sayText } from "./post.ts";
import { presentChatMessages } from "./present.ts";
import { chatMessagePage } from "./read.ts";

const planFlag = "useInternalChat";
const OneMessage = v.object({ id: PathId, messageId: PathId });

export const chatMessageRoutes = [
  route({
    method: "GET",
    path: "/chats/:id/messages",
    summary: "A page of the messages of a chat",
    planFlag,
    params: IdParams,
    query: ChatMessageQuery,
    answer: ChatMessagePage,
    handle: ({ ctx, params, query }) => chatMessagePage(ctx, params.id, query),
  }),
  route({
    method: "POST",
    path: "/chats/:id/messages",
    unaudited: "the message records its author",
    summary: "Write to a chat: text as JSON, files as multipart",
    planFlag,
    params: IdParams,
    rawBody: true,
    answer: ChatSendAnswer,
    async handle({ ctx, params: { id }, request }) {
      const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data") ?? false;
      if (isForm) return sayFiles(ctx, id, request);
      return sayText(ctx, id, validate(ChatTextBody, await readJson(request)));
    },
  }),
  route({
    method: "PUT",
    path: "/chats/:id/messages/:messageId",
    unaudited: "the message records its author",
    summary: "Change the text of an own message",
    planFlag,
    params: OneMessage,
    body: EditChatMessageBody,
    answer: ChatMessageAnswer,
    handle({ ctx, params: { id, messageId }, body }) {
      editChatMessage(ctx, id, messageId, body.message);
      const [answer] = presentChatMessages(ctx.tenant, [messageId]);
      if (!answer) throw noChatMessage();
      return answer;
    },
  }),
  route({
    method: "DELETE",
    path: "/chats/:id/messages/:messageId",
    unaudited: "the message records its author",
    summary: "Delete an own message for everyone",
    planFlag,
    params: OneMessage,
    answer: MessageAnswer,
    handle({ ctx, params: { id, messageId } }) {
      deleteChatMessage(ctx, id, messageId);
      return { message: "message deleted" };
    },
  }),
];
