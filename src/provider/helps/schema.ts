import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A help video of the provider, in the system file. */
export const help = sqliteTable("help", {
  id: integer("id").primaryKey(),
  title: text("title").notNull(),
  description: text("description").notNull().default(""),
  video: text("video").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type HelpRow = typeof help.$inferSelect;
