import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NotificationKind } from "#accounts/users/contract.ts";

export const notification = sqliteTable("notification", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id").notNull(),
  kind: text("kind").$type<NotificationKind>().notNull(),
  ticketId: integer("ticket_id"),
  subjectId: integer("subject_id"),
  /** The user who caused it; null = the product. */
  byUserId: integer("by_user_id"),
  /** JSON: further ids, codes and numbers. */
  details: text("details").notNull().default("{}"),
  createdAt: integer("created_at").notNull(),
  readAt: integer("read_at"),
});
export type NotificationRow = typeof notification.$inferSelect;
