import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Priority } from "./contract.ts";

/** A message of the provider to every company; in the system database. */
export const announcement = sqliteTable("announcement", {
  id: integer("id").primaryKey(),
  title: text("title").notNull(),
  text: text("text").notNull(),
  priority: integer("priority").$type<Priority>().notNull().default(3),
  active: integer("active", { mode: "boolean" }).notNull().default(true),
  /** Random name of the picture below `DATA_DIR/announcements`. */
  mediaPath: text("media_path"),
  /** File name given by the sender. */
  mediaName: text("media_name"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type Announcement = typeof announcement.$inferSelect;

/** Users who have opened an announcement, on any device. */
export const announcementRead = sqliteTable(
  "announcement_read",
  {
    companyId: integer("company_id").notNull(),
    userId: integer("user_id").notNull(),
    announcementId: integer("announcement_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId, table.announcementId] })],
);
