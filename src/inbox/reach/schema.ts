import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The first message to a person who had never written on the connection (docs/rules/reach.md#budget). */
export const firstContact = sqliteTable("first_contact", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  contactId: integer("contact_id").notNull(),
  at: integer("at").notNull(),
  /** Who wrote it: the source of the outbox row, or `confirmed` until the first message leaves. */
  source: text("source").notNull(),
  /** Hash of the text, for counting the same text to many. */
  textHash: text("text_hash").notNull(),
  answeredAt: integer("answered_at"),
});
