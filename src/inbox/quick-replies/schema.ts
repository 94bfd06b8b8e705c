import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const quickReply = sqliteTable("quick_reply", {
  id: integer("id").primaryKey(),
  shortcode: text("shortcode").notNull(),
  message: text("message").notNull().default(""),
  /** True = shared with the whole company; false = visible to its owner only. */
  shared: integer("shared", { mode: "boolean" }).notNull().default(false),
  /** Whether the composer offers it. */
  active: integer("active", { mode: "boolean" }).notNull().default(true),
  mediaId: integer("media_id"),
  /** The author, who owns the quick reply unless it is shared. */
  userId: integer("user_id").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type QuickReply = typeof quickReply.$inferSelect;
