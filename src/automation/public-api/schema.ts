import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A call with an Idempotency-Key and what it was answered. */
export const apiCall = sqliteTable("api_call", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  key: text("key").notNull(),
  hash: text("hash").notNull(),
  answer: text("answer").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** A ticket that closes once its message has left. */
export const apiClosing = sqliteTable("api_closing", {
  messageId: integer("message_id").primaryKey(),
  ticketId: integer("ticket_id").notNull(),
});
