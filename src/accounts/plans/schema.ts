import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(true);

/** What the provider sells, in the system file. */
export const plan = sqliteTable("plan", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  users: integer("users").notNull().default(0),
  connections: integer("connections").notNull().default(0),
  queues: integer("queues").notNull().default(0),
  /** MB of 1,048,576 bytes; 0 = no limit. */
  storageMb: integer("storage_mb").notNull().default(0),
  valueCents: integer("value_cents").notNull().default(0),
  useCampaigns: flag("use_campaigns"),
  useKanban: flag("use_kanban"),
  useOpenAi: flag("use_open_ai"),
  useIntegrations: flag("use_integrations"),
  useSchedules: flag("use_schedules"),
  useInternalChat: flag("use_internal_chat"),
  useExternalApi: flag("use_external_api"),
  /** Offered at sign-up. */
  enabled: flag("public"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type PlanRow = typeof plan.$inferSelect;
