import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import type { Rate } from "./reply-words.ts";

/** A customer's rating of an attendance; each attendance has at most one. */
export const userRating = sqliteTable("user_rating", {
  id: integer("id").primaryKey(),
  trackingId: integer("period_id").notNull().unique(),
  ticketId: integer("ticket_id").notNull(),
  /** The attendant who is rated. */
  userId: integer("user_id").notNull(),
  rate: integer("rate").$type<Rate>().notNull(),
  createdAt: integer("created_at").notNull(),
});
