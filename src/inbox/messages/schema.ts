import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RestrictionKind } from "#channels/connections/contract.ts";
import type { MediaType, Origin, SendState } from "./contract.ts";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** One message of a conversation, inbound or outgoing. */
export const message = sqliteTable("message", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  ticketId: integer("ticket_id").notNull(),
  /** The contact of the chat: a person or a group. */
  contactId: integer("contact_id").notNull(),
  connectionId: integer("connection_id").notNull(),
  /** The author of a message in a group. */
  participantId: integer("participant_id"),
  /** The identity under which it was received; needed to undo a merge. */
  identityId: integer("identity_id"),
  providerId: text("provider_id"),
  body: text("body").notNull().default(""),
  /** Null for text. */
  mediaType: text("media_type").$type<MediaType>(),
  mediaId: integer("media_id"),
  voice: flag("voice"),
  /** A picture that is a sticker. */
  sticker: flag("sticker"),
  fromMe: integer("from_me", { mode: "boolean" }).notNull(),
  origin: text("origin").$type<Origin>().notNull(),
  userId: integer("user_id"),
  ack: integer("ack").notNull().default(0),
  sendState: text("send_state").$type<SendState>(),
  sendError: text("send_error"),
  clientMessageId: text("client_message_id"),
  clientHash: text("client_hash"),
  read: flag("read"),
  quotedId: integer("quoted_id"),
  deletedAt: integer("deleted_at"),
  /** `undone`: its send was undone; the row is hidden and its text is empty (docs/rules/messages.md#undo). */
  deletedBy: text("deleted_by").$type<"contact" | "phone" | "user" | "undone">(),
  isEdited: flag("is_edited"),
  /** JSON: earlier bodies `{ body, at }`, `at` in ms. */
  edits: text("edits").notNull().default("[]"),
  /** JSON: `{ authorId, emoji, at }`, `at` in ms. */
  reactions: text("reactions").notNull().default("[]"),
  transcript: text("transcript"),
  /** The first message of the bundle in which it was sent; null = it was sent alone. */
  bundleId: integer("bundle_id"),
  /** Time until which the send can be undone, ms; null = the message was sent immediately (docs/rules/messages.md#undo). */
  heldUntil: integer("held_until"),
  /** Set for outgoing messages, with the network's time, ms; null = not delivered, or not known (docs/rules/messages.md#info). */
  deliveredAt: integer("delivered_at"),
  readAt: integer("read_at"),
  playedAt: integer("played_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** When reconciliation fetched it, ms; null = received as usual (docs/rules/reconciliation.md#fill). */
  filledAt: integer("filled_at"),
  /** Set only for messages found later; null = the place of the id. */
  explicitPlace: integer("explicit_place"),
  /** Position in the conversation (docs/rules/reconciliation.md#place). */
  place: integer("place").notNull().generatedAlwaysAs(sql`coalesce(explicit_place, id * 65536)`),
});
export type Message = typeof message.$inferSelect;

/** The preview of an address that was sent along with a message (docs/rules/link-previews.md). */
export const messageLink = sqliteTable("message_link", {
  messageId: integer("message_id").primaryKey(),
  /** As written in the message. */
  url: text("url").notNull(),
  title: text("title").notNull(),
  text: text("text").notNull(),
  /** A small JPEG as base64; null = none. */
  picture: text("picture"),
});
export type MessageLink = typeof messageLink.$inferSelect;

/** Translations of customers' messages by a model, one per language (docs/rules/translation.md). */
export const messageTranslation = sqliteTable(
  "message_translation",
  {
    messageId: integer("message_id").notNull(),
    language: text("language").notNull(),
    body: text("body").notNull(),
    promptId: integer("prompt_id"),
    at: integer("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.language] })],
);
export type MessageTranslation = typeof messageTranslation.$inferSelect;

export type OutboxKind = "message" | "edit" | "revoke" | "reaction";
/** A restriction of the number, the company's budget of new chats, an unchecked number, or a refusal without a known reason. */
export type HeldBy = RestrictionKind | "budget" | "number_check" | "refused";
/** `bundled`: the text is sent with the row `bundleOf`. */
export type OutboxState = "queued" | "sending" | "sent" | "failed" | "cancelled" | "bundled";

/** One row per send of the product (docs/rules/messages.md#outbox). */
export const outbox = sqliteTable("outbox", {
  id: integer("id").primaryKey(),
  /** The message to be sent, or the message that an edit, deletion or reaction changes; null = none. */
  messageId: integer("message_id"),
  connectionId: integer("connection_id").notNull(),
  contactId: integer("contact_id").notNull(),
  ticketId: integer("ticket_id"),
  /** 0 human, 1 bot and system, 2 schedule and API, 3 campaign. */
  priority: integer("priority").notNull().default(0),
  source: text("source").notNull(),
  sourceKey: text("source_key").notNull(),
  kind: text("kind").$type<OutboxKind>().notNull().default("message"),
  /** JSON: `Payload`. */
  payload: text("payload").notNull(),
  providerId: text("provider_id"),
  state: text("state").$type<OutboxState>().notNull().default("queued"),
  attempts: integer("attempts").notNull().default(0),
  /** Time of the next attempt (state queued), or the time limit for the acceptance (state sending), ms. */
  nextTryAt: integer("next_try_at").notNull(),
  error: text("error"),
  createdAt: integer("created_at").notNull(),
  sentAt: integer("sent_at"),
  /** The recipient had never written on this connection when the row was queued. */
  isCold: integer("is_cold", { mode: "boolean" }).notNull().default(false),
  /** Why the row is held (docs/rules/reach.md#held); null = it is not held. */
  heldBy: text("held_by").$type<HeldBy>(),
  /** Number of refusals by the network because of a restriction. */
  refusals: integer("refusals").notNull().default(0),
  /** Ticket and author: rows with the same key may be sent as one message; null = never joined. */
  bundleKey: text("bundle_key"),
  /** The row that this text is sent with; in that row, its own id. */
  bundleOf: integer("bundle_of"),
});
export type OutboxRow = typeof outbox.$inferSelect;

/** Read receipts that the network does not have yet (docs/rules/connections.md#read-receipts). */
export const readReceipt = sqliteTable("read_receipt", {
  messageId: integer("message_id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  /** Time at which the ticket's owner read the message, ms. */
  readAt: integer("read_at").notNull(),
  /** Failed attempts while the connection was open. */
  attempts: integer("attempts").notNull().default(0),
  nextTryAt: integer("next_try_at").notNull(),
});

/** Messages are moved to another contact in steps before the two contacts are merged (docs/rules/contacts.md#merge). */
export const messageMove = sqliteTable("message_move", {
  fromContactId: integer("from_contact_id").primaryKey(),
  toContactId: integer("to_contact_id").notNull(),
  movedAt: integer("moved_at").notNull(),
  /** Set while an undo returns messages: the newest message at the time of the merge. */
  lastId: integer("last_id"),
});

/** Messages in groups whose author was moved in steps before a merge, for its undo. */
export const authorMove = sqliteTable(
  "author_move",
  { fromContactId: integer("from_contact_id").notNull(), messageId: integer("message_id").notNull() },
  (table) => [primaryKey({ columns: [table.fromContactId, table.messageId] })],
);

/** Messages that a user starred. */
export const messageStar = sqliteTable(
  "message_star",
  {
    userId: integer("user_id").notNull(),
    messageId: integer("message_id").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.messageId] })],
);

/** When the members of a group received a message of ours, ms; for 30 days. */
export const messageReceipt = sqliteTable(
  "message_receipt",
  {
    messageId: integer("message_id").notNull(),
    contactId: integer("contact_id").notNull(),
    deliveredAt: integer("delivered_at").notNull(),
    readAt: integer("read_at"),
    playedAt: integer("played_at"),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.contactId] })],
);

export type InboundEventState = "new" | "done" | "skipped" | "failed";

/** The durable inbox (docs/rules/inbound.md#journal-and-chat-order). */
export const inboundEvent = sqliteTable("inbound_event", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  chatKey: text("chat_key").notNull(),
  kind: text("kind").notNull(),
  eventKey: text("event_key").notNull(),
  receivedAt: integer("received_at").notNull(),
  /** JSON: the driver's `InboundEvent`. */
  payload: text("payload").notNull(),
  state: text("state").$type<InboundEventState>().notNull().default("new"),
  reason: text("reason"),
  attempts: integer("attempts").notNull().default(0),
  nextTryAt: integer("next_try_at").notNull().default(0),
  finishedAt: integer("finished_at"),
  /** JSON of `StoredArrival` while rules have to run for a stored message; null otherwise. */
  stage: text("stage"),
});
export type InboundEventRow = typeof inboundEvent.$inferSelect;
