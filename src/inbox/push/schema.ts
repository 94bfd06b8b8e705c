import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A user's device that gets notifications of messages. */
export const pushSubscription = sqliteTable("push_subscription", {
  id: integer("id").primaryKey(),
  userId: integer("user_id").notNull(),
  sessionId: integer("session_id").notNull().unique(),
  endpoint: text("endpoint").notNull().unique(),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  language: text("language").$type<"pt" | "en" | "es">().notNull(),
  /** True = notifications contain the beginning of the message. */
  preview: integer("preview", { mode: "boolean" }).notNull().default(false),
  createdAt: integer("created_at").notNull(),
});
export type Device = typeof pushSubscription.$inferSelect;

/** The VAPID key that signs requests to push services; in the system file. */
export const vapidKey = sqliteTable("vapid_key", {
  id: integer("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  /** Encrypted private key. */
  privateKey: text("private_key").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** The company to which a browser belongs; in the system file. */
export const pushEndpoint = sqliteTable("push_endpoint", {
  hash: text("hash").primaryKey(),
  companyId: integer("company_id").notNull(),
});
