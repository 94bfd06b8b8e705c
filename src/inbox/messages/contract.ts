import * as v from "valibot";
import { Channel } from "#channels/connections/contract.ts";
import { LinkPreviewAnswer, MAX_URL } from "#channels/link-previews/contract.ts";
import { TicketAnswer } from "#inbox/tickets/contract.ts";
import { Instant, PageNumber, PathId, RequiredId, ShortText } from "#platform/http/contract.ts";

/** Null for text (docs/rules/messages.md#fields). */
const MEDIA_TYPES = [
  "image",
  "audio",
  "video",
  "application",
  "locationMessage",
  "vcard",
  "call_log",
] as const;
export const MediaType = v.picklist(MEDIA_TYPES);
export type MediaType = v.InferOutput<typeof MediaType>;
const ORIGINS = [
  "contact",
  "user",
  "phone",
  "bot",
  "ai",
  "schedule",
  "campaign",
  "api",
  "system",
  "rule",
  "followup",
  "import",
] as const;
export const Origin = v.picklist(ORIGINS);
export type Origin = v.InferOutput<typeof Origin>;
const SEND_STATES = ["queued", "sending", "sent", "failed", "cancelled"] as const;
export const SendState = v.picklist(SEND_STATES);
export type SendState = v.InferOutput<typeof SendState>;

const Reaction = v.object({ authorId: v.string(), emoji: v.string(), at: Instant });

const base = {
  id: v.number(),
  ticketId: v.number(),
  contactId: v.number(),
  /** Id of the connection on which the message was received or sent. */
  whatsappId: v.number(),
  /** The author: the contact, or the participant in a group. */
  contact: v.nullable(v.object({ id: v.number(), name: v.string() })),
  body: v.string(),
  mediaType: v.nullable(MediaType),
  /** Signed URL of the file; null without a file. */
  mediaUrl: v.nullable(v.string()),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
  mimeType: v.nullable(v.string()),
  /** Duration in seconds, for audio and video. */
  duration: v.nullable(v.number()),
  /** True = a voice note; false = any other audio file. */
  voice: v.boolean(),
  /** A picture that is a sticker. */
  sticker: v.boolean(),
  /** 64 bytes as base64: the bars of the voice player. */
  waveform: v.nullable(v.string()),
  /** Width and height in pixels, for pictures. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /**
   * stored: can be opened; pending: still being fetched; missing: no longer retried; no_room: the storage of the plan is
   * full.
   */
  mediaState: v.nullable(v.picklist(["stored", "pending", "missing", "no_room"])),
  fromMe: v.boolean(),
  origin: Origin,
  userId: v.nullable(v.number()),
  /** Ack status: 0 waiting, 1 sent, 2 received, 3 or 4 read, 5 played. */
  ack: v.number(),
  sendState: v.nullable(SendState),
  sendError: v.nullable(v.string()),
  clientMessageId: v.nullable(v.string()),
  read: v.boolean(),
  isDeleted: v.boolean(),
  isEdited: v.boolean(),
  edits: v.array(v.object({ body: v.string(), at: Instant })),
  reactions: v.array(Reaction),
  transcript: v.nullable(v.string()),
  createdAt: Instant,
  updatedAt: Instant,
};
export const QuotedMessage = v.object({
  id: v.number(),
  body: v.string(),
  mediaType: v.nullable(MediaType),
  sticker: v.boolean(),
  mediaUrl: v.nullable(v.string()),
  fromMe: v.boolean(),
  isDeleted: v.boolean(),
  contact: v.nullable(v.object({ id: v.number(), name: v.string() })),
});
export const MessageAnswer = v.object({
  ...base,
  quotedMsgId: v.nullable(v.number()),
  quotedMsg: v.nullable(QuotedMessage),
  /** The preview of an address in the text that was sent along with it; absent = none. */
  linkPreview: v.optional(LinkPreviewAnswer),
  /** Translations by a model, one per language (`pt`, `en`, `es`); absent = none. */
  translations: v.optional(v.array(v.object({ language: v.string(), body: v.string() }))),
  /** When reconciliation found the message; absent = received as usual. */
  filledAt: v.optional(Instant),
  /** Time until which the author can undo the send; absent afterwards, and for messages that are sent immediately. */
  heldUntil: v.optional(Instant),
  /** Position in the conversation, present with `filledAt`; every other message has the place `id × 65,536`. */
  place: v.optional(v.number()),
});
export type MessageAnswer = v.InferOutput<typeof MessageAnswer>;

/** Another connection that has messages of the same conversation. */
export const TimelineConnection = v.object({
  id: v.number(),
  name: v.string(),
  channel: Channel,
});
export type TimelineConnection = v.InferOutput<typeof TimelineConnection>;
/** Answer of `GET /messages/{ticketId}`: 20 messages, the newest page first, each page ascending. */
export const MessagePage = v.object({
  messages: v.array(MessageAnswer),
  ticket: TicketAnswer,
  count: v.number(),
  hasMore: v.boolean(),
  /** Connections with messages of the contact that only `scope=all` shows. */
  otherConnections: v.array(TimelineConnection),
  /** Ids of the messages on this page that the caller starred; absent when there are none. */
  starred: v.optional(v.array(v.number())),
});
export type MessagePage = v.InferOutput<typeof MessagePage>;

/**
 * `pageNumber` counts pages from the newest. `before`, `after` and `around` (message ids) take precedence over it: they
 * are exact, so arriving messages do not shift a page, and a search can open the middle of a conversation.
 */
export const MessageListQuery = v.object({
  pageNumber: PageNumber,
  before: v.optional(PathId),
  after: v.optional(PathId),
  around: v.optional(PathId),
  /**
   * `connection`: the messages of the ticket's connection, and the ticket's own messages from before it was moved to
   * that connection. `all`: the whole history of the contact over all connections.
   */
  scope: v.optional(v.picklist(["connection", "all"]), "all"),
});
export type MessageListQuery = v.InferOutput<typeof MessageListQuery>;

/** Text above 4096 characters is refused on WhatsApp (docs/rules/messages.md#post). */
export const SendMessageBody = v.object({
  body: v.optional(v.pipe(v.string(), v.maxLength(4096)), ""),
  mediaUrl: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2000)))),
  quotedMsg: v.optional(v.nullable(v.object({ id: v.number() }))),
  clientMessageId: v.optional(v.pipe(ShortText, v.uuid())),
  /** The address in the text whose preview, as answered by `POST /link-previews`, is sent along; absent = none. */
  linkPreview: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_URL)))),
  /**
   * Official WhatsApp: an approved template instead of `body`. Only templates may be sent outside the answer window.
   */
  templateName: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(512)))),
  /** Absent = any approved language. */
  templateLanguage: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(10)))),
  /** The template's values, in the order of its `variables`; variables inside a value are filled in, too. */
  parameters: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(1024))), v.maxLength(50)), []),
  fromMe: v.optional(v.unknown()),
  read: v.optional(v.unknown()),
});
export type SendMessageBody = v.InferOutput<typeof SendMessageBody>;
export const SendMessageAnswer = v.object({
  message: MessageAnswer,
  messages: v.optional(v.array(MessageAnswer)),
});
const Ids = (most: number) => v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(most));
/** A call can forward this many messages to this many tickets. */
const MAX_FORWARDED = 20;
const MAX_FORWARD_TARGETS = 5;
/** Body of `POST /messages/forward`: the messages in the order of sending. The same `requestId` sends nothing twice. */
export const ForwardBody = v.object({
  messageIds: Ids(MAX_FORWARDED),
  ticketIds: Ids(MAX_FORWARD_TARGETS),
  requestId: v.pipe(ShortText, v.uuid()),
});
export type ForwardBody = v.InferOutput<typeof ForwardBody>;
export const ForwardAnswer = v.object({
  /** Tickets that got the messages (all that can be forwarded). */
  sent: v.array(v.object({ ticketId: v.number(), messages: v.array(MessageAnswer) })),
  /** Tickets that got no message, with the code of the error. */
  failed: v.array(v.object({ ticketId: v.number(), error: v.string() })),
  /** Messages that cannot be forwarded, with the code of the reason. */
  refused: v.array(v.object({ messageId: v.number(), error: v.string() })),
});
export type ForwardAnswer = v.InferOutput<typeof ForwardAnswer>;
/** Answer of `POST /messages/{id}/undo`: the content for the composer. */
export const UndoneSend = v.object({
  /** The text as typed. */
  body: v.string(),
  quotedMsgId: v.nullable(v.number()),
  /** The file of the message, if it had one. Its author can send it again by this address for 7 days. */
  files: v.array(v.object({ url: v.string(), name: v.string(), mimeType: v.string(), size: v.number() })),
});
export type UndoneSend = v.InferOutput<typeof UndoneSend>;
export const EditMessageBody = v.object({
  body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096)),
});
/** Body of `PUT /messages/{id}/reaction`: the attendant's own reaction; "" removes it. */
export const ReactBody = v.object({ emoji: v.pipe(v.string(), v.maxLength(16)) });
/** `GET /messages/search?searchParam&ticketId?`: messages that contain a text. */
const MessageHit = v.object({
  id: v.number(),
  ticketId: v.number(),
  ticketUuid: v.string(),
  contactId: v.number(),
  contactName: v.string(),
  /** The text around the hit. The hit is enclosed by U+E000 and U+E001. */
  snippet: v.string(),
  createdAt: Instant,
});
export const MessageHits = v.object({ hits: v.array(MessageHit), hasMore: v.boolean() });
export type MessageHits = v.InferOutput<typeof MessageHits>;
export const MessageSearchQuery = v.object({
  searchParam: v.optional(v.pipe(v.string(), v.maxLength(200)), ""),
  ticketId: v.optional(PathId),
});
