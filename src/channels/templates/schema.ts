import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A text the official WhatsApp approved, or may still approve. */
export const messageTemplate = sqliteTable("message_template", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  name: text("name").notNull(),
  language: text("language").notNull(),
  category: text("category").notNull(),
  /** In the network's words: APPROVED, PENDING, REJECTED, PAUSED … */
  status: text("status").notNull(),
  /** JSON, in the network's own form. */
  components: text("components").notNull(),
  reason: text("reason"),
  providerId: text("provider_id"),
  syncedAt: integer("synced_at").notNull(),
  /** The sample of its heading, where it was handed in here. */
  mediaId: integer("media_id"),
});
export type MessageTemplate = typeof messageTemplate.$inferSelect;
