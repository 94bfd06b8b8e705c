import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RatingScale } from "#inbox/tickets/contract.ts";

/** A customer's rating of an attendance; each attendance has at most one. */
export const userRating = sqliteTable("user_rating", {
  id: integer("id").primaryKey(),
  trackingId: integer("period_id").notNull().unique(),
  ticketId: integer("ticket_id").notNull(),
  /** The attendant who is rated. */
  userId: integer("user_id").notNull(),
  scale: text("scale").$type<RatingScale>().notNull(),
  rate: integer("rate").notNull(),
  /** The customer's reason, and the message that it was. */
  comment: text("comment"),
  commentMessageId: integer("comment_message_id"),
  /** When the reason was requested; null = not requested. */
  commentAskedAt: integer("comment_asked_at"),
  /** Null while the customer can still answer. */
  commentEndedAt: integer("comment_ended_at"),
  createdAt: integer("created_at").notNull(),
});
