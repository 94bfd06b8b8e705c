import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Files that go with a campaign. */
export const fileList = sqliteTable("file_list", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  message: text("message").notNull(),
  /** Who made it. */
  userId: integer("user_id"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type FileList = typeof fileList.$inferSelect;

/** One file of a list, with its name; without a file until it is uploaded. */
export const fileListOption = sqliteTable("file_list_option", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  fileListId: integer("file_list_id").notNull(),
  /** Order in the list. */
  position: integer("position").notNull(),
  name: text("name").notNull(),
  mediaId: integer("media_id"),
});
export type FileListOption = typeof fileListOption.$inferSelect;
