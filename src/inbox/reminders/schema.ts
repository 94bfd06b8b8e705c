import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Reminders that users set themselves. */
export const reminder = sqliteTable("reminder", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id").notNull(),
  ticketId: integer("ticket_id"),
  at: integer("at").notNull(),
  note: text("note").notNull().default(""),
  /** When the reminder notified its user or was marked as done, ms. */
  doneAt: integer("done_at"),
});
export type ReminderRow = typeof reminder.$inferSelect;
