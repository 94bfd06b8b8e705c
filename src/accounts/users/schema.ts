import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Profile } from "./contract.ts";

export const user = sqliteTable("user", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  passwordHash: text("password_hash").notNull(),
  profile: text("profile").notNull().default("user").$type<Profile>(),
  /** Read and written by super-users.ts only. */
  super: integer("super", { mode: "boolean" }).notNull().default(false),
  connectionId: integer("connection_id"),
  allTicket: integer("all_ticket", { mode: "boolean" }).notNull().default(false),
  signMessages: integer("sign_messages", { mode: "boolean" }).notNull().default(true),
  multiSession: integer("multi_session", { mode: "boolean" }).notNull().default(false),
  away: integer("away", { mode: "boolean" }).notNull().default(false),
  /** The reason of the current pause (docs/rules/work-times.md#pauses). */
  pauseReasonId: integer("pause_reason_id"),
  maxOpenTickets: integer("max_open_tickets").notNull().default(0),
  lastSeenAt: integer("last_seen_at"),
  /** Time of deletion; the row stays, because old tickets show the name. */
  deletedAt: integer("deleted_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type UserRow = typeof user.$inferSelect;

export const userQueue = sqliteTable(
  "user_queue",
  { userId: integer("user_id").notNull(), queueId: integer("queue_id").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.queueId] })],
);

export const userPreference = sqliteTable(
  "user_preference",
  {
    userId: integer("user_id").notNull(),
    key: text("key").notNull(),
    /** JSON */
    value: text("value").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);
