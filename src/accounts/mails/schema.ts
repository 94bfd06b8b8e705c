import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A mail to be sent, in the system file. */
export const mail = sqliteTable("mail", {
  id: integer("id").primaryKey(),
  uuid: text("uuid").notNull(),
  companyId: integer("company_id").notNull(),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  /** Encrypted. */
  body: text("body").notNull(),
  attempts: integer("attempts").notNull().default(0),
  nextTryAt: integer("next_try_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  createdAt: integer("created_at").notNull(),
});
