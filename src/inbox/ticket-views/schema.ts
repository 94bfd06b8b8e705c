import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Conditions } from "#inbox/conditions/contract.ts";
import type { TicketSort } from "#inbox/tickets/contract.ts";
import type { ViewIcon } from "./contract.ts";

/** A list of tickets by conditions (docs/rules/views.md). */
export const ticketView = sqliteTable("ticket_view", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  icon: text("icon").$type<ViewIcon>().notNull(),
  /** Null = shared. */
  ownerId: integer("owner_id"),
  /** Only members of these queues see a shared view; empty = all users see it. */
  queueIds: text("queue_ids", { mode: "json" }).$type<readonly number[]>().notNull().default([]),
  conditions: text("conditions", { mode: "json" })
    .$type<Conditions>()
    .notNull()
    .default({} as Conditions),
  sort: text("sort").$type<TicketSort>().notNull(),
  position: integer("position").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type TicketView = typeof ticketView.$inferSelect;
