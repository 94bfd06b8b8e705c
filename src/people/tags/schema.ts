import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const tag = sqliteTable("tag", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  color: text("color").notNull(),
  /** The tag is a lane of the kanban board. */
  kanban: integer("kanban", { mode: "boolean" }).notNull().default(false),
  /** User who created it. */
  userId: integer("user_id"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type TagRow = typeof tag.$inferSelect;
