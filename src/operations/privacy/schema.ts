import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Counts } from "#operations/privacy/erasure/certificate.ts";

/** The report of one retention run of the company. */
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

/** An erasure: time, user and counts, without data of the person. */
export const contactErasure = sqliteTable("contact_erasure", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  uuid: text("uuid").notNull().unique(),
  /** Null = all contacts of the company were erased together. */
  contactId: integer("contact_id"),
  /** Number of people erased by this certificate. */
  contacts: integer("contacts").notNull().default(1),
  userId: integer("user_id"),
  userName: text("user_name").notNull().default(""),
  /** Number of deleted rows, by kind. */
  counts: text("counts", { mode: "json" }).$type<Counts>().notNull().default({}),
  erasedAt: integer("erased_at").notNull(),
});
export type ContactErasureRow = typeof contactErasure.$inferSelect;
