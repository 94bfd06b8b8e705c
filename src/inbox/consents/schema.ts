import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The privacy notices of a connection, by version. */
export const consentText = sqliteTable("consent_text", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  connectionId: integer("connection_id").notNull(),
  version: integer("version").notNull(),
  /** "" = no notice is sent. */
  body: text("body").notNull(),
  /** True = also sent to contacts who got an earlier version. */
  tellsAgain: integer("tells_again", { mode: "boolean" }).notNull().default(false),
  userId: integer("user_id"),
  createdAt: integer("created_at").notNull(),
});

/** Which contact got which version of the notice, when and on which connection. */
export const consent = sqliteTable("consent", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  contactId: integer("contact_id").notNull(),
  connectionId: integer("connection_id").notNull(),
  version: integer("version").notNull(),
  /** The message that contained the notice. */
  messageId: integer("message_id"),
  toldAt: integer("told_at").notNull(),
  /** Time at which the contact replied with an opt-out keyword. */
  withdrawnAt: integer("withdrawn_at"),
});
