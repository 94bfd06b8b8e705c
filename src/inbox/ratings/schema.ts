import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import type { Rate } from "./answers.ts";

/** What a customer thought of an attendance; each is rated once. */
export const userRating = sqliteTable("user_rating", {
  id: integer("id").primaryKey(),
  trackingId: integer("period_id").notNull().unique(),
  ticketId: integer("ticket_id").notNull(),
  /** The attendant of that attendance. */
  userId: integer("user_id").notNull(),
  rate: integer("rate").$type<Rate>().notNull(),
  createdAt: integer("created_at").notNull(),
});
