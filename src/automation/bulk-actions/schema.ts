import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import type { RunState } from "./contract.ts";

/** Actions on many tickets, started by a user (docs/rules/bulk-actions.md). */
export const bulkRun = sqliteTable("bulk_run", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id").notNull(),
  requestId: text("request_id").notNull(),
  actions: text("actions", { mode: "json" }).$type<readonly TicketAction[]>().notNull(),
  total: integer("total").notNull(),
  state: text("state").$type<RunState>().notNull(),
  createdAt: integer("created_at").notNull(),
  /** Null while the run is in progress. */
  undoUntil: integer("undo_until"),
});
export type BulkRun = typeof bulkRun.$inferSelect;

export type ItemState = "waiting" | "done" | "unchanged" | "failed" | "undone" | "kept";

/** One ticket of a run. */
export const bulkItem = sqliteTable(
  "bulk_item",
  {
    runId: integer("run_id").notNull(),
    ticketId: integer("ticket_id").notNull(),
    state: text("state").$type<ItemState>().notNull().default("waiting"),
    error: text("error"),
    /** JSON of `Trace`. */
    before: text("before"),
  },
  (table) => [primaryKey({ columns: [table.runId, table.ticketId] })],
);
