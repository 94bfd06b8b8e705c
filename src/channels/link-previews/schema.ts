import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Previews of addresses that users wrote, for 7 days (docs/rules/link-previews.md#kept). */
export const linkPreview = sqliteTable("link_preview", {
  url: text("url").primaryKey(),
  title: text("title").notNull(),
  text: text("text").notNull(),
  /** A small JPEG as base64; null = none. */
  picture: text("picture"),
  at: integer("at").notNull(),
});
export type LinkPreviewRow = typeof linkPreview.$inferSelect;
