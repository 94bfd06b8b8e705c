import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A reason that a person can choose when resolving a ticket (docs/rules/resolutions.md). */
export const resolution = sqliteTable("resolution", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  /** Queues whose tickets offer it; empty = every queue. */
  queueIds: text("queue_ids", { mode: "json" }).$type<readonly number[]>().notNull().default([]),
  position: integer("position").notNull(),
  active: integer("active", { mode: "boolean" }).notNull().default(true),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type Resolution = typeof resolution.$inferSelect;
