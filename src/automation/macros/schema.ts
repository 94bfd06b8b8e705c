import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";

/** A list of actions that people run on a ticket (docs/rules/macros.md). */
export const macro = sqliteTable("macro", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  /** Null = shared. */
  ownerId: integer("owner_id"),
  /** Queues whose people see a shared macro; empty = everybody. */
  queueIds: text("queue_ids", { mode: "json" }).$type<readonly number[]>().notNull().default([]),
  actions: text("actions", { mode: "json" }).$type<readonly TicketAction[]>().notNull(),
  digit: integer("digit"),
  active: integer("active", { mode: "boolean" }).notNull().default(true),
  lastUsedAt: integer("last_used_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type Macro = typeof macro.$inferSelect;

/** One run of a macro. */
export const macroRun = sqliteTable("macro_run", {
  runId: text("run_id").primaryKey(),
  macroId: integer("macro_id").notNull(),
  /** The name of the macro at the time of the run. */
  macroName: text("macro_name").notNull(),
  ticketId: integer("ticket_id").notNull(),
  userId: integer("user_id").notNull(),
  at: integer("at").notNull(),
  /** Ids of the messages that it wrote; null = none. */
  firstMessageId: integer("first_message_id"),
  lastMessageId: integer("last_message_id"),
});
