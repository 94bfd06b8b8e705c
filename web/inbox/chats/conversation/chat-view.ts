import type * as v from "valibot";
import type { ChatAnswer, ChatMessageAnswer } from "#inbox/chats/contract.ts";
import type { MessageAnswer, QuotedMessage } from "#inbox/messages/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { readByAll } from "#web/inbox/chats/members.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";

/** Ack status of chat messages: sent, and read by all other members. */
const SENT = 1;
const READ = 4;

/** A message of the team as the bubbles of the conversations draw it; `ticketId` is the chat. */
export function asMessage(
  message: ChatMessageAnswer,
  chat: ChatAnswer | undefined,
  userId: number,
): MessageAnswer {
  const fromMe = message.senderId === userId;
  return {
    id: message.id,
    ticketId: message.chatId,
    contactId: message.chatId,
    whatsappId: 0,
    contact: fromMe ? null : message.sender,
    body: message.message,
    mediaType: message.mediaType,
    mediaUrl: message.mediaUrl,
    mediaPath: message.mediaPath,
    mediaName: message.mediaName,
    mediaSize: message.mediaSize,
    mimeType: message.mimeType,
    duration: message.duration,
    voice: message.voice,
    sticker: false,
    waveform: null,
    width: message.width,
    height: message.height,
    mediaState: message.mediaUrl === null ? null : "stored",
    fromMe,
    origin: "user",
    userId: message.senderId,
    ack: fromMe ? (readByAll(chat, userId, message.id) ? READ : SENT) : 0,
    sendState: fromMe ? "sent" : null,
    sendError: null,
    clientMessageId: message.clientMessageId,
    read: true,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    edits: [],
    reactions: [],
    transcript: null,
    createdAt: message.createdAt,
    updatedAt: message.updatedAt,
    quotedMsgId: message.quotedMsgId,
    quotedMsg: message.quotedMsg && quotedOf(message.quotedMsg, userId),
  };
}

/** The same message after all other members have read it. */
export const asRead = (message: MessageAnswer): MessageAnswer => ({ ...message, ack: READ });

function quotedOf(
  quoted: NonNullable<ChatMessageAnswer["quotedMsg"]>,
  userId: number,
): v.InferOutput<typeof QuotedMessage> {
  const { id, senderId, sender, isDeleted } = quoted;
  const fromMe = senderId === userId;
  return {
    id,
    // The chat has its own text: the default text of the bubble would say that the contact deleted the message.
    body: isDeleted ? text(messages, "bubble.deletedByUs") : quoted.message,
    mediaType: isDeleted ? null : quoted.mediaType,
    sticker: false,
    mediaUrl: quoted.mediaUrl,
    fromMe,
    isDeleted: false,
    contact: fromMe ? null : sender,
  };
}
