import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a connection tells people about their data, by version. */
export const consentText = sqliteTable("consent_text", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  connectionId: integer("connection_id").notNull(),
  version: integer("version").notNull(),
  /** "" = nothing is told any more. */
  body: text("body").notNull(),
  /** Also to those who were told an earlier version. */
  tellsAgain: integer("tells_again", { mode: "boolean" }).notNull().default(false),
  userId: integer("user_id"),
  createdAt: integer("created_at").notNull(),
});
export type ConsentTextRow = typeof consentText.$inferSelect;

/** Who was told what, when and where. */
export const consent = sqliteTable("consent", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  contactId: integer("contact_id").notNull(),
  connectionId: integer("connection_id").notNull(),
  version: integer("version").notNull(),
  /** The message that told it. */
  messageId: integer("message_id"),
  toldAt: integer("told_at").notNull(),
  /** They answered with a word by which people leave. */
  withdrawnAt: integer("withdrawn_at"),
});
