import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One night's clean-up by the company's own rules. */
export const retentionRun = sqliteTable("retention_run", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  state: text("state").$type<"running" | "done">().notNull().default("running"),
  phase: text("phase").$type<"media" | "tickets">().notNull().default("media"),
  cursor: integer("cursor").notNull().default(0),
  files: integer("files").notNull().default(0),
  bytes: integer("bytes").notNull().default(0),
  messages: integer("messages").notNull().default(0),
  tickets: integer("tickets").notNull().default(0),
  startedAt: integer("started_at").notNull(),
  finishedAt: integer("finished_at"),
});
export type RetentionRunRow = typeof retentionRun.$inferSelect;
