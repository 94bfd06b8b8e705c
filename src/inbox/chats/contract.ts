import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { MediaType } from "#inbox/messages/contract.ts";
import {
  Instant,
  PageNumber,
  PathId,
  pageOf,
  plainName,
  RequiredId,
  SearchParam,
  ShortText,
} from "#platform/http/contract.ts";

/** Maximum number of characters of a message (docs/rules/team.md#team-chat). */
export const CHAT_TEXT_LENGTH = 4096;
/** Maximum number of characters of a title. */
export const CHAT_TITLE_LENGTH = 100;

/** A member of a chat, with unread counts. */
export const ChatUser = v.object({
  userId: v.number(),
  unreads: v.number(),
  /** Unread messages that mention this user. */
  mentions: v.number(),
  /** Id of the newest message that this user has read; 0 = none. */
  lastReadId: v.number(),
  user: UserRef,
});
export type ChatUser = v.InferOutput<typeof ChatUser>;

export const ChatAnswer = v.object({
  id: v.number(),
  uuid: v.string(),
  title: v.string(),
  ownerId: v.number(),
  users: v.array(ChatUser),
  /** Preview of the newest message, `{name}: {text}`; "" without messages. */
  lastMessage: v.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ChatAnswer = v.InferOutput<typeof ChatAnswer>;
export const ChatPage = pageOf("records", ChatAnswer);

const ChatQuoted = v.object({
  id: v.number(),
  senderId: v.number(),
  sender: UserRef,
  message: v.string(),
  mediaType: v.nullable(MediaType),
  mediaUrl: v.nullable(v.string()),
  isDeleted: v.boolean(),
});

export const ChatMessageAnswer = v.object({
  id: v.number(),
  chatId: v.number(),
  senderId: v.number(),
  sender: UserRef,
  /** The text, or the caption of the file. */
  message: v.string(),
  mediaType: v.nullable(MediaType),
  /** Signed URL of the file; null without a file. */
  mediaUrl: v.nullable(v.string()),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
  mimeType: v.nullable(v.string()),
  /** Duration in seconds. */
  duration: v.nullable(v.number()),
  voice: v.boolean(),
  /** Width and height in pixels. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  quotedMsgId: v.nullable(v.number()),
  quotedMsg: v.nullable(ChatQuoted),
  /** Ids of the mentioned members. */
  mentions: v.array(v.number()),
  clientMessageId: v.nullable(v.string()),
  isEdited: v.boolean(),
  isDeleted: v.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ChatMessageAnswer = v.InferOutput<typeof ChatMessageAnswer>;
/** 20 messages per page, the newest page first, each page ascending. */
export const ChatMessagePage = pageOf("records", ChatMessageAnswer);
export type ChatMessagePage = v.InferOutput<typeof ChatMessagePage>;
/**
 * The sent message. When files are sent, each one is a message: this is the first one, and `messages` contains all of
 * them.
 */
export const ChatSendAnswer = v.object({
  ...ChatMessageAnswer.entries,
  messages: v.optional(v.array(ChatMessageAnswer)),
});
export type ChatSendAnswer = v.InferOutput<typeof ChatSendAnswer>;

const Title = plainName(1, CHAT_TITLE_LENGTH);
const Users = v.pipe(v.array(v.object({ id: RequiredId })), v.minLength(1), v.maxLength(500));
/** Title and at least one user are required (docs/rules/forms.md#lengths); the owner is always a member. */
export const ChatBody = v.object({ title: Title, users: Users });
export type ChatBody = v.InferOutput<typeof ChatBody>;
/** An absent field does not change its value. */
export const UpdateChatBody = v.object({ title: v.optional(Title), users: v.optional(Users) });
export type UpdateChatBody = v.InferOutput<typeof UpdateChatBody>;

const Text = v.pipe(v.string(), v.maxLength(CHAT_TEXT_LENGTH));
/** Body of `POST /chats/{id}/messages` as JSON: a text is required. */
export const ChatTextBody = v.object({
  message: v.pipe(Text, v.trim(), v.minLength(1)),
  quotedMsg: v.optional(v.nullable(v.object({ id: v.number() }))),
  clientMessageId: v.optional(v.pipe(ShortText, v.uuid())),
});
export type ChatTextBody = v.InferOutput<typeof ChatTextBody>;
/** Form fields sent together with `medias`; the text is optional. */
export const ChatFormFields = v.object({ ...ChatTextBody.entries, message: v.pipe(Text, v.trim()) });
export const EditChatMessageBody = v.object({ message: ChatTextBody.entries.message });

/** Marks the chat as read for the caller, even if the body names another user (docs/rules/team.md#team-chat). */
export const ChatReadBody = v.object({ userId: v.optional(v.unknown()) });
export const ChatListQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber });
/**
 * `pageNumber` counts pages from the newest; `before`, `after` and `around` (message ids) are exact and take precedence
 * over it.
 */
export const ChatMessageQuery = v.object({
  pageNumber: PageNumber,
  before: v.optional(PathId),
  after: v.optional(PathId),
  around: v.optional(PathId),
});
export type ChatMessageQuery = v.InferOutput<typeof ChatMessageQuery>;

/** Unread counts over all chats of the caller. */
export const ChatUnreadAnswer = v.object({ unreads: v.number(), chats: v.number() });
export type ChatUnreadAnswer = v.InferOutput<typeof ChatUnreadAnswer>;

const ChatHit = v.object({
  id: v.number(),
  chatId: v.number(),
  chatUuid: v.string(),
  chatTitle: v.string(),
  senderName: v.string(),
  /** The text around the hit. The hit is enclosed by U+E000 and U+E001. */
  snippet: v.string(),
  createdAt: Instant,
});
export const ChatHits = v.object({ hits: v.array(ChatHit), hasMore: v.boolean() });
export type ChatHits = v.InferOutput<typeof ChatHits>;
export const ChatSearchQuery = v.object({ searchParam: SearchParam, chatId: v.optional(PathId) });
