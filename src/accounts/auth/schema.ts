import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One signed-in browser. */
export const session = sqliteTable("session", {
  id: integer("id").primaryKey(),
  userId: integer("user_id").notNull(),
  familyHash: text("family_hash").notNull(),
  generation: integer("generation").notNull().default(0),
  rotatedAt: integer("rotated_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  ip: text("ip").notNull().default(""),
  userAgent: text("user_agent").notNull().default(""),
  createdAt: integer("created_at").notNull(),
  endedAt: integer("ended_at"),
});
export type SessionRow = typeof session.$inferSelect;

/** A password recovery request, in the system file. */
export const recoveryRequest = sqliteTable("recovery_request", {
  id: integer("id").primaryKey(),
  email: text("email").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** A single-use code that sets a new password, in the system file. */
/** Sign-ups that wait for their e-mail to be confirmed. */
export const emailConfirmation = sqliteTable("email_confirmation", {
  companyId: integer("company_id").primaryKey(),
  userId: integer("user_id").notNull(),
  email: text("email").notNull(),
  hash: text("hash").notNull(),
  expiresAt: integer("expires_at").notNull(),
  sent: integer("sent").notNull(),
  countedFrom: integer("counted_from").notNull(),
});

export const passwordReset = sqliteTable("password_reset", {
  hash: text("hash").primaryKey(),
  email: text("email").notNull(),
  companyId: integer("company_id").notNull(),
  userId: integer("user_id").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});
