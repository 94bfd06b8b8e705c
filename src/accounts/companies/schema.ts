import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** Usage of each company, in the system file: lists show it without opening the company file. */
export const companyDigest = sqliteTable("company_digest", {
  companyId: integer("company_id").primaryKey(),
  users: integer("users").notNull(),
  connections: integer("connections").notNull(),
  queues: integer("queues").notNull(),
  storageBytes: integer("storage_bytes").notNull().default(0),
  campaignsEnabled: integer("campaigns_enabled", { mode: "boolean" }).notNull(),
  updatedAt: integer("updated_at").notNull(),
});
