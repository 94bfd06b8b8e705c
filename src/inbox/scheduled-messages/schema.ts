import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Recurrence } from "./contract.ts";

/** `queued`: the message is in the outbox or is being written to it. */
export type ScheduleStatus = "pending" | "queued" | "sent" | "failed";

/** A message to be sent at a chosen time (docs/rules/scheduled-messages.md). */
export const scheduledMessage = sqliteTable("scheduled_message", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  body: text("body").notNull(),
  contactId: integer("contact_id").notNull(),
  sendAt: integer("send_at").notNull(),
  /** The author. */
  userId: integer("user_id").notNull(),
  /** Null = the company's default connection at the time of sending. */
  connectionId: integer("connection_id"),
  mediaId: integer("media_id"),
  /** JSON of a `TemplateChoice`, which is sent instead of the text; the text then only shows how it reads. */
  template: text("template"),
  status: text("status").$type<ScheduleStatus>().notNull().default("pending"),
  sentAt: integer("sent_at"),
  /** Error code of a failure; `cancelled` = the author deleted the message before it was sent. */
  error: text("error"),
  recurrence: text("recurrence").$type<Recurrence>().notNull().default("none"),
  /** Local time of the first message of its series, `YYYY-MM-DD HH:mm:ss`. */
  seriesStart: text("series_start").notNull(),
  lateLimitHours: integer("late_limit_hours").notNull().default(12),
  claimedAt: integer("claimed_at"),
  /** Set in the transaction that created the message; afterwards the message is never created again. */
  outboxId: integer("outbox_id"),
  ticketId: integer("ticket_id"),
  /** The row of the next message in the series. */
  nextId: integer("next_id"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type ScheduledMessage = typeof scheduledMessage.$inferSelect;
