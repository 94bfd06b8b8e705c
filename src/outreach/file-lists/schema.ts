import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A list of files for campaigns. */
export const fileList = sqliteTable("file_list", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  message: text("message").notNull(),
  /** The user who created the list. */
  userId: integer("user_id"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type FileList = typeof fileList.$inferSelect;

/** One option of a list, with its name; it has no file until one is uploaded. */
export const fileListOption = sqliteTable("file_list_option", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  fileListId: integer("file_list_id").notNull(),
  /** Position in the list, for sorting. */
  position: integer("position").notNull(),
  name: text("name").notNull(),
  mediaId: integer("media_id"),
});
export type FileListOption = typeof fileListOption.$inferSelect;
