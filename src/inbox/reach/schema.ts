import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The first message to a person who had never written on the connection (docs/rules/reach.md#budget). */
export const firstContact = sqliteTable("first_contact", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  contactId: integer("contact_id").notNull(),
  at: integer("at").notNull(),
  /** The source of the outbox row, or `confirmed` until the first message is sent. */
  source: text("source").notNull(),
  /** Hash of the text, to count how many contacts got the same text. */
  textHash: text("text_hash").notNull(),
  answeredAt: integer("answered_at"),
});
