import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A message template of an official number, approved or not. */
export const messageTemplate = sqliteTable("message_template", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  name: text("name").notNull(),
  language: text("language").notNull(),
  category: text("category").notNull(),
  /** Meta's status of the template: APPROVED, PENDING, REJECTED, PAUSED … */
  status: text("status").notNull(),
  /** JSON, in Meta's own form. */
  components: text("components").notNull(),
  reason: text("reason"),
  providerId: text("provider_id"),
  syncedAt: integer("synced_at").notNull(),
  /** The sample file of its header, when it was submitted here. */
  mediaId: integer("media_id"),
  /** GREEN, YELLOW, RED; "" when Meta does not state it. */
  quality: text("quality").notNull().default(""),
  pausedUntil: integer("paused_until"),
  /** The category before Meta changed it. */
  previousCategory: text("previous_category"),
});
export type MessageTemplate = typeof messageTemplate.$inferSelect;
