import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MediaType } from "#inbox/messages/contract.ts";

/** A conversation inside the team. */
export const chat = sqliteTable("chat", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  uuid: text("uuid").notNull(),
  title: text("title").notNull(),
  ownerId: integer("owner_id").notNull(),
  /** Preview: `{name}: {text}` of the newest message. */
  lastMessage: text("last_message").notNull().default(""),
  /** Id of the newest message; 0 = none yet. */
  lastMessageId: integer("last_message_id").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  /** Time of the last change or message; the list is ordered by it. */
  updatedAt: integer("updated_at").notNull(),
});
export type Chat = typeof chat.$inferSelect;

export const chatMember = sqliteTable(
  "chat_member",
  {
    chatId: integer("chat_id").notNull(),
    userId: integer("user_id").notNull(),
    unreads: integer("unreads").notNull().default(0),
    /** Unread messages that mention this user. */
    mentions: integer("mentions").notNull().default(0),
    /** Id of the newest message that this user has read. */
    lastReadId: integer("last_read_id").notNull().default(0),
    joinedAt: integer("joined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.userId] })],
);

export const chatMessage = sqliteTable("chat_message", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  chatId: integer("chat_id").notNull(),
  senderId: integer("sender_id").notNull(),
  body: text("body").notNull().default(""),
  /** Null for a text. */
  mediaType: text("media_type").$type<MediaType>(),
  mediaId: integer("media_id"),
  voice: integer("voice", { mode: "boolean" }).notNull().default(false),
  quotedId: integer("quoted_id"),
  /** JSON: ids of the mentioned members. */
  mentions: text("mentions").notNull().default("[]"),
  clientMessageId: text("client_message_id"),
  /** Hash of the request that was sent with this `clientMessageId`. */
  clientHash: text("client_hash"),
  isEdited: integer("is_edited", { mode: "boolean" }).notNull().default(false),
  deletedAt: integer("deleted_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type ChatMessage = typeof chatMessage.$inferSelect;
