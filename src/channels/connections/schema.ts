import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Channel, ConnectionStatus, Health, RestrictionEffect, RestrictionKind } from "./contract.ts";

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
  /** First messages to people who never wrote, per day of the company; 0 = no limit. */
  newChatsPerDay: integer("new_chats_per_day").notNull().default(30),
  promptId: integer("prompt_id"),
  integrationId: integer("integration_id"),
  /**
   * Whose short texts leave as one bundle on an official number: those of the product (`automatic`) or of everybody.
   * `off` and null = no bundles.
   */
  bundleFor: text("bundle_for", { enum: ["off", "automatic", "everybody"] }),
  bundleSeconds: integer("bundle_seconds").notNull().default(3),
  /** Chats compared with the phone per night; 0 = none (docs/rules/reconciliation.md#budget). */
  reconcileChats: integer("reconcile_chats").notNull().default(30),
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

/** What Meta reports about an official number (docs/rules/official-channels.md#number-state). */
export const numberState = sqliteTable("number_state", {
  connectionId: integer("connection_id").primaryKey(),
  quality: text("quality").notNull(),
  /** Recipients of 24 h outside answer windows, of the whole portfolio; null = unlimited or unknown. */
  messagingLimit: integer("messaging_limit"),
  isUnlimited: flagColumn("is_unlimited").default(false),
  used24h: integer("used_24h").notNull().default(0),
  verifiedName: textColumn("verified_name"),
  nameState: textColumn("name_state"),
  health: text("health", { mode: "json" }).$type<NumberHealth>().notNull().default({}),
  readAt: integer("read_at").notNull(),
});
export type NumberStateRow = typeof numberState.$inferSelect;
/** `canSend`: AVAILABLE, LIMITED or BLOCKED; `problems` are Meta's descriptions. */
export interface NumberHealth {
  readonly canSend?: string;
  readonly problems?: readonly string[];
}

/** History of a number that stays in the WhatsApp Business app (docs/rules/official-channels.md#history). */
export const coexistenceImport = sqliteTable("coexistence_import", {
  connectionId: integer("connection_id").primaryKey(),
  state: text("state").$type<"waiting" | "requested" | "importing" | "complete" | "declined">().notNull(),
  phase: integer("phase").notNull().default(0),
  progress: integer("progress").notNull().default(0),
  signedUpAt: integer("signed_up_at").notNull(),
  contactsRequestedAt: integer("contacts_requested_at"),
  requestedAt: integer("requested_at"),
  updatedAt: integer("updated_at").notNull(),
  /** Imported messages. */
  messages: integer("messages").notNull().default(0),
});
export type CoexistenceImportRow = typeof coexistenceImport.$inferSelect;
/** A restriction of a number by its network; at most one open row per kind (docs/rules/reach.md#kinds). */
export const connectionRestriction = sqliteTable("connection_restriction", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  kind: text("kind").$type<RestrictionKind>().notNull(),
  /** Type and error number, unchanged as the network reported them; shown to admins. */
  rawType: text("raw_type"),
  code: text("code"),
  /** Explanation for people that the network sent; "" = none. */
  text: textColumn("text"),
  effect: text("effect").$type<RestrictionEffect>().notNull(),
  since: integer("since").notNull(),
  /** Null when the network gave no end. */
  endsAt: integer("ends_at"),
  liftedAt: integer("lifted_at"),
  /** When the network confirmed it last. */
  checkedAt: integer("checked_at").notNull(),
});
export type Restriction = typeof connectionRestriction.$inferSelect;

/** The network's limits of new chats, as last reported. */
export const newChatQuota = sqliteTable(
  "new_chat_quota",
  {
    connectionId: integer("connection_id").notNull(),
    type: text("type").notNull(),
    status: text("status").notNull(),
    /** Null = no limit. */
    total: integer("total"),
    used: integer("used").notNull(),
    startsAt: integer("starts_at"),
    endsAt: integer("ends_at"),
    toldAt: integer("told_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.type] })],
);

/** A time in which webhooks could not be received; in the system file. */
export const webhookOutage = sqliteTable("webhook_outage", {
  id: integer("id").primaryKey(),
  kind: text("kind").$type<"down" | "refused">().notNull(),
  fromAt: integer("from_at").notNull(),
  toAt: integer("to_at").notNull(),
});
