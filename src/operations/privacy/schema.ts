import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Counts } from "#operations/privacy/erasure/certificate.ts";

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

/** That a person was erased: when, by whom, how much; nothing of the person. */
export const contactErasure = sqliteTable("contact_erasure", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  uuid: text("uuid").notNull().unique(),
  /** Null = every contact of the company at once. */
  contactId: integer("contact_id"),
  /** People of this certificate. */
  contacts: integer("contacts").notNull().default(1),
  userId: integer("user_id"),
  userName: text("user_name").notNull().default(""),
  /** Rows removed, by kind. */
  counts: text("counts", { mode: "json" }).$type<Counts>().notNull().default({}),
  erasedAt: integer("erased_at").notNull(),
});
export type ContactErasureRow = typeof contactErasure.$inferSelect;
