import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A call with an Idempotency-Key and its response. */
export const apiCall = sqliteTable("api_call", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  key: text("key").notNull(),
  hash: text("hash").notNull(),
  answer: text("answer").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** A ticket that is closed once its message was sent. */
export const apiClosing = sqliteTable("api_closing", {
  messageId: integer("message_id").primaryKey(),
  ticketId: integer("ticket_id").notNull(),
});
