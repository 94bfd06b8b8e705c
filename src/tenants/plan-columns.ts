import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(true);

/** Columns of `plan` that a company has at run time: limits, price, and the flags that gate features. */
export const planColumns = {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  users: integer("users").notNull().default(0),
  connections: integer("connections").notNull().default(0),
  queues: integer("queues").notNull().default(0),
  /** Space for files, in MB of 1,048,576 bytes; 0 = no limit. */
  storageMb: integer("storage_mb").notNull().default(0),
  valueCents: integer("value_cents").notNull().default(0),
  useCampaigns: flag("use_campaigns"),
  useKanban: flag("use_kanban"),
  useOpenAi: flag("use_open_ai"),
  useIntegrations: flag("use_integrations"),
  useSchedules: flag("use_schedules"),
  useInternalChat: flag("use_internal_chat"),
  useExternalApi: flag("use_external_api"),
};

/** The table without what only the provider sees of a plan (`accounts/plans/schema.ts`). */
export const planOfCompany = sqliteTable("plan", planColumns);
/** What the company bought; flags gate features, numbers are limits. */
export type Plan = Readonly<typeof planOfCompany.$inferSelect>;
