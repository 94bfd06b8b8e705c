import * as v from "valibot";
import { askForPhone, recordPhoneRefused } from "#inbox/messages/ask-phone/ask-phone.ts";
import { deleteMessage } from "#inbox/messages/change/delete.ts";
import { editMessage } from "#inbox/messages/change/edit.ts";
import { reactToMessage } from "#inbox/messages/change/reactions.ts";
import { retryMessage } from "#inbox/messages/change/retry.ts";
import { undoSend } from "#inbox/messages/change/undo-send.ts";
import { downloadNow } from "#inbox/messages/files/fetch-missing.ts";
import { replayEvent } from "#inbox/messages/inbox/replay.ts";
import { MessageInfo } from "#inbox/messages/info/contract.ts";
import { messageInfo } from "#inbox/messages/info/info.ts";
import { sendNow } from "#inbox/messages/outbox/bundle/send-now.ts";
import { forwardMessages } from "#inbox/messages/send/forward-messages.ts";
import { sendFiles, sendText } from "#inbox/messages/send/post.ts";
import { StarQuery, StarredPage } from "#inbox/messages/stars/contract.ts";
import { starMessage, starredMessages, unstarMessage } from "#inbox/messages/stars/stars.ts";
import { searchMessages } from "#inbox/messages/timeline/search.ts";
import { readTimeline } from "#inbox/messages/timeline/timeline.ts";
import { readJson } from "#platform/http/body/json-body.ts";
import { MessageAnswer as Done, PathId } from "#platform/http/contract.ts";
import { validate } from "#platform/http/validate.ts";
import { route } from "#tenants/route.ts";
import {
  EditMessageBody,
  ForwardAnswer,
  ForwardBody,
  MessageAnswer,
  MessageHits,
  MessageListQuery,
  MessagePage,
  MessageSearchQuery,
  ReactBody,
  SendMessageAnswer,
  SendMessageBody,
  UndoneSend,
} from "./contract.ts";

const ofTicket = v.object({ ticketId: PathId });
const ofMessage = v.object({ id: PathId });
const done = { message: "ok" };

export const messageRoutes = [
  route({
    method: "POST",
    path: "/tickets/:id/ask-phone",
    unaudited: "the message records its author",
    summary: "Ask the customer for their phone number; on the official WhatsApp with a button that shares it",
    params: ofMessage,
    answer: Done,
    handle({ ctx, params }) {
      askForPhone(ctx, params.id);
      return done;
    },
  }),
  route({
    method: "DELETE",
    path: "/tickets/:id/ask-phone",
    audit: "ticket.changed",
    summary: "Record that the customer does not want to share the phone",
    params: ofMessage,
    answer: Done,
    handle({ ctx, params }) {
      recordPhoneRefused(ctx, params.id);
      return done;
    },
  }),
  route({
    method: "GET",
    path: "/messages/search",
    summary: "Search messages, newest first",
    query: MessageSearchQuery,
    answer: MessageHits,
    handle: ({ ctx, query }) => searchMessages(ctx, query.searchParam, query.ticketId),
  }),
  route({
    method: "GET",
    path: "/messages/starred",
    summary: "Messages the caller starred, 40 a page",
    query: StarQuery,
    answer: StarredPage,
    handle: ({ ctx, query }) => starredMessages(ctx, query),
  }),
  route({
    method: "PUT",
    path: "/messages/:id/star",
    unaudited: "changes only the caller's own marks",
    summary: "Star a message for the caller",
    params: ofMessage,
    answer: Done,
    handle({ ctx, params }) {
      starMessage(ctx, params.id);
      return done;
    },
  }),
  route({
    method: "DELETE",
    path: "/messages/:id/star",
    unaudited: "changes only the caller's own marks",
    summary: "Remove one's own star from a message",
    params: ofMessage,
    answer: Done,
    handle({ ctx, params }) {
      unstarMessage(ctx, params.id);
      return done;
    },
  }),
  route({
    method: "POST",
    path: "/messages/forward",
    unaudited: "each message records its author",
    summary: "Forward messages to tickets in which the caller may write",
    body: ForwardBody,
    answer: ForwardAnswer,
    handle: ({ ctx, body }) => forwardMessages(ctx, body),
  }),
  route({
    method: "GET",
    path: "/messages/:ticketId",
    apiScope: "messages:read",
    summary: "A page of the conversation this ticket belongs to",
    params: ofTicket,
    query: MessageListQuery,
    answer: MessagePage,
    handle: ({ ctx, params, query }) => readTimeline(ctx, params.ticketId, query),
  }),
  route({
    method: "POST",
    path: "/messages/:ticketId",
    unaudited: "the message records its author",
    summary: "Write to the customer: text as JSON, files as multipart",
    params: ofTicket,
    rawBody: true,
    answer: SendMessageAnswer,
    async handle({ ctx, params: { ticketId }, request }) {
      const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data") ?? false;
      if (isForm) return sendFiles(ctx, ticketId, request);
      return sendText(ctx, ticketId, validate(SendMessageBody, await readJson(request)));
    },
  }),
  route({
    method: "PUT",
    path: "/messages/:id",
    unaudited: "the message records its author",
    summary: "Change the text of an own message",
    params: ofMessage,
    body: EditMessageBody,
    answer: MessageAnswer,
    handle: ({ ctx, params: { id }, body }) => editMessage(ctx, id, body.body),
  }),
  route({
    method: "DELETE",
    path: "/messages/:id",
    unaudited: "the message records its author",
    summary: "Delete an own message for everyone",
    params: ofMessage,
    answer: Done,
    async handle({ ctx, params: { id } }) {
      await deleteMessage(ctx, id);
      return done;
    },
  }),
  route({
    method: "PUT",
    path: "/messages/:id/reaction",
    unaudited: "the message records its author",
    summary: "React to a message",
    params: ofMessage,
    body: ReactBody,
    answer: MessageAnswer,
    handle: ({ ctx, params: { id }, body }) => reactToMessage(ctx, id, body.emoji),
  }),
  route({
    method: "POST",
    path: "/messages/:id/retry",
    unaudited: "the message records its author",
    summary: "Send a failed message again",
    params: ofMessage,
    answer: MessageAnswer,
    handle: ({ ctx, params: { id } }) => retryMessage(ctx, id),
  }),
  route({
    method: "GET",
    path: "/messages/:id/info",
    summary: "Who wrote a message, and when it was sent, delivered, read and played",
    params: ofMessage,
    answer: MessageInfo,
    handle: ({ ctx, params: { id } }) => messageInfo(ctx, id),
  }),
  route({
    method: "POST",
    path: "/messages/:id/undo",
    unaudited: "nothing was sent",
    summary: "Undo the send of an own message within the seconds of the preference",
    params: ofMessage,
    answer: UndoneSend,
    handle: ({ ctx, params: { id } }) => undoSend(ctx, id),
  }),
  route({
    method: "POST",
    path: "/messages/:id/send-now",
    unaudited: "the message records its author",
    summary: "Send a text at once that waits to be sent together with the next one",
    params: ofMessage,
    answer: Done,
    handle({ ctx, params: { id } }) {
      sendNow(ctx, id);
      return { message: "sending" };
    },
  }),
  route({
    method: "POST",
    path: "/messages/:id/download",
    unaudited: "the message records its author",
    summary: "Fetch the missing file of a message from the network",
    params: ofMessage,
    answer: MessageAnswer,
    handle: ({ ctx, params: { id } }) => downloadNow(ctx, id),
  }),
  route({
    method: "POST",
    path: "/raw-events/:id/replay",
    audit: "raw-event.replayed",
    access: "admin",
    summary: "Process a failed inbound event again",
    params: ofMessage,
    answer: Done,
    handle({ ctx, params: { id } }) {
      replayEvent(ctx, id);
      return done;
    },
  }),
];
