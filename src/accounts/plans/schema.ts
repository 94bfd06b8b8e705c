import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { planColumns } from "#tenants/plan-columns.ts";

/** A plan of the provider, in the system file. */
export const plan = sqliteTable("plan", {
  ...planColumns,
  /** Offered at sign-up. */
  enabled: integer("public", { mode: "boolean" }).notNull().default(true),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type PlanRow = typeof plan.$inferSelect;

/** Ids of deleted plans, in the system file. */
export const deletedPlan = sqliteTable("deleted_plan", {
  id: integer("id").primaryKey(),
  deletedAt: integer("deleted_at").notNull(),
});
