import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Channel, ConnectionStatus, Health } from "./contract.ts";

const flagColumn = (name: string) => integer(name, { mode: "boolean" }).notNull();
const textColumn = (name: string) => text(name).notNull().default("");

/** A number or page of the company; the row stays after deletion, so that old tickets keep its name. */
export const connection = sqliteTable("connection", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  channel: text("channel").$type<Channel>().notNull().default("whatsapp"),
  provider: text("provider").$type<"beta" | "stable" | "cloud">().notNull().default("beta"),
  status: text("status").$type<ConnectionStatus>().notNull().default("OPENING"),
  statusReason: text("status_reason"),
  qrcode: textColumn("qrcode"),
  retries: integer("retries").notNull().default(0),
  isDefault: flagColumn("is_default").default(false),
  number: text("number"),
  greetingMessage: textColumn("greeting_message"),
  completionMessage: textColumn("completion_message"),
  outOfHoursMessage: textColumn("out_of_hours_message"),
  ratingMessage: textColumn("rating_message"),
  expiresInactiveMessage: textColumn("expires_inactive_message"),
  tokenHash: text("token_hash"),
  tokenLast4: textColumn("token_last4"),
  /** True when the token was created before tokens had a minimum length. */
  tokenWeak: integer("token_weak", { mode: "boolean" }).notNull().default(false),
  /** Encrypted. */
  proxyUrl: text("proxy_url"),
  redirectQueueId: integer("redirect_queue_id"),
  redirectAfterMinutes: integer("redirect_after_minutes").notNull().default(0),
  maxBotMenus: integer("max_bot_menus").notNull().default(3),
  botMenuIntervalMinutes: integer("bot_menu_interval_minutes").notNull().default(0),
  expiresTicket: integer("expires_ticket_minutes").notNull().default(0),
  timeCreateNewTicket: integer("time_create_new_ticket_minutes").notNull().default(60),
  ratingTimeout: integer("rating_timeout_minutes").notNull().default(30),
  outOfHoursRepeat: integer("out_of_hours_repeat_minutes").notNull().default(60),
  sendIntervalMs: integer("send_interval_ms").notNull().default(250),
  apiRatePerMinute: integer("api_rate_per_minute").notNull().default(60),
  keepUserOnReopen: flagColumn("keep_user_on_reopen").default(false),
  importHistory: flagColumn("import_history").default(false),
  newNumber: flagColumn("new_number").default(false),
  promptId: integer("prompt_id"),
  integrationId: integer("integration_id"),
  linkedAt: integer("linked_at"),
  lastEventAt: integer("last_event_at"),
  health: text("health").$type<Health>().notNull().default("ok"),
  /** Number checks made on `checksDay`, a day of the company. */
  checksDay: textColumn("checks_day"),
  checksCount: integer("checks_count").notNull().default(0),
  deletedAt: integer("deleted_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type ConnectionRow = typeof connection.$inferSelect;

/** The Meta account of a connection, and its token. */
export const metaAccount = sqliteTable("meta_account", {
  connectionId: integer("connection_id").primaryKey(),
  kind: text("kind").$type<"page" | "instagram" | "phone">().notNull(),
  externalId: text("external_id").notNull(),
  /** For an Instagram account its page; for a phone number its business account. */
  parentId: text("parent_id"),
  /** Encrypted; null once it was erased. */
  token: text("token"),
  checkedAt: integer("checked_at").notNull(),
});
export type MetaAccountRow = typeof metaAccount.$inferSelect;
