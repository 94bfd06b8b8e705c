import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const queue = sqliteTable("queue", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  color: text("color").notNull(),
  orderQueue: integer("order_queue").notNull().default(0),
  greetingMessage: text("greeting_message").notNull().default(""),
  complationMessage: text("complation_message").notNull().default(""),
  outOfHoursMessage: text("out_of_hours_message").notNull().default(""),
  ratingMessage: text("rating_message").notNull().default(""),
  token: text("token").notNull().default(""),
  integrationId: integer("integration_id"),
  promptId: integer("prompt_id"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type QueueRow = typeof queue.$inferSelect;
