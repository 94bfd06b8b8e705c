import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Origin } from "#inbox/messages/contract.ts";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull();

/** A price of Meta's card; a table of the system file. */
export const metaRate = sqliteTable("meta_rate", {
  id: integer("id").primaryKey(),
  currency: text("currency").notNull(),
  market: text("market").notNull(),
  category: text("category").notNull(),
  /** Applies from the n-th paid message of the month; 0 = from the first. */
  stepFrom: integer("step_from").notNull().default(0),
  micros: integer("micros").notNull(),
  /** Days of the business account; `validTo` is the last day, null = open. */
  validFrom: text("valid_from").notNull(),
  validTo: text("valid_to"),
  source: text("source").notNull(),
  /** Null = not confirmed: no message is priced with it. */
  confirmedBy: text("confirmed_by"),
  confirmedAt: integer("confirmed_at"),
  /** Last change of what messages cost, ms; 0 = never confirmed. */
  updatedAt: integer("updated_at").notNull(),
});
export type MetaRate = typeof metaRate.$inferSelect;

/** Calling code or country code → market; a table of the system file. */
export const marketPrefix = sqliteTable("market_prefix", {
  prefix: text("prefix").primaryKey(),
  market: text("market").notNull(),
});

export type Payer = "company" | "provider";

/** Who pays Meta for a company; a table of the system file. */
export const companyCosts = sqliteTable("company_costs", {
  companyId: integer("company_id").primaryKey(),
  payer: text("payer").$type<Payer>().notNull().default("company"),
  marginPercent: integer("margin_percent").notNull().default(0),
  /** Currency of the price card; null = that of the business account. */
  currency: text("currency"),
  /** Units of the invoices' currency per unit of the card's, in millionths. */
  rate: integer("rate").notNull().default(1_000_000),
  /** The first month that is passed on, YYYY-MM. */
  since: text("since").notNull().default(""),
  updatedAt: integer("updated_at").notNull(),
});
export type CompanyCosts = typeof companyCosts.$inferSelect;

/** docs/rules/costs.md#ledger. */
export type CostState = "estimated" | "told" | "priced" | "unpriced" | "void";

/** What one message of an official number costs; the row outlives its message. */
export const messageCost = sqliteTable("message_cost", {
  messageId: integer("message_id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  ticketId: integer("ticket_id"),
  contactId: integer("contact_id"),
  queueId: integer("queue_id"),
  userId: integer("user_id"),
  origin: text("origin").$type<Origin>().notNull(),
  campaignId: integer("campaign_id"),
  promptId: integer("prompt_id"),
  template: text("template"),
  /** "" = unknown. */
  market: text("market").notNull(),
  category: text("category").notNull(),
  /** Pricing type, unchanged as Meta reports it; null = Meta reported no pricing. */
  type: text("type"),
  billable: flag("billable"),
  micros: integer("micros").notNull().default(0),
  /** Null = no price. */
  currency: text("currency"),
  rateId: integer("rate_id"),
  state: text("state").$type<CostState>().notNull(),
  /** Free by the monthly allowance as computed here. */
  allowance: flag("allowance").default(false),
  /** Meta business account: its paid messages of a month select the volume step, in its own time zone. */
  scope: text("scope").notNull(),
  /** `YYYY-MM-DD` of `at` in the time zone of the business account. */
  day: text("day").notNull(),
  /** When the network delivered the message, ms; until then, the time of its first status. */
  at: integer("at").notNull(),
  delivered: flag("delivered").default(false),
});
export type MessageCost = typeof messageCost.$inferSelect;

/** Sums that stay when old rows of `message_cost` are deleted; updated by triggers on that table. */
export const costTotal = sqliteTable(
  "cost_total",
  {
    day: text("day").notNull(),
    connectionId: integer("connection_id").notNull(),
    category: text("category").notNull(),
    market: text("market").notNull(),
    origin: text("origin").notNull(),
    userId: integer("user_id").notNull(),
    currency: text("currency").notNull(),
    count: integer("count").notNull().default(0),
    free: integer("free").notNull().default(0),
    unpriced: integer("unpriced").notNull().default(0),
    estimated: integer("estimated").notNull().default(0),
    micros: integer("micros").notNull().default(0),
  },
  (table) => [
    primaryKey({
      columns: [
        ...([table.day, table.connectionId, table.category, table.market] as const),
        ...([table.origin, table.userId, table.currency] as const),
      ],
    }),
  ],
);

/** Paid messages per month so far; they select the volume step. */
export const costCounter = sqliteTable(
  "cost_counter",
  {
    scope: text("scope").notNull(),
    month: text("month").notNull(),
    market: text("market").notNull(),
    category: text("category").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.month, table.market, table.category] })],
);

/** The business account of an official number, as Meta describes it. */
export const costAccount = sqliteTable("cost_account", {
  connectionId: integer("connection_id").primaryKey(),
  scope: text("scope").notNull(),
  timezoneId: text("timezone_id"),
  /** IANA zone; null = unknown, the company's zone is used. */
  zone: text("zone"),
  currency: text("currency"),
  readAt: integer("read_at").notNull(),
});
export type CostAccount = typeof costAccount.$inferSelect;

/** Months whose rows are being priced again, in the order of delivery. */
export const costRepricing = sqliteTable(
  "cost_repricing",
  {
    scope: text("scope").notNull(),
    month: text("month").notNull(),
    at: integer("at").notNull().default(-1),
    messageId: integer("message_id").notNull().default(0),
    again: integer("again", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.scope, table.month] })],
);

/** `rates` = time of the newest price that was applied, ms; `checked` = month of the last check. */
export const costState = sqliteTable("cost_state", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});

export type AtEnd = "warn" | "stop_marketing" | "stop_automatic";
/** The budget of a month; month "" = every month without its own. */
export const costBudget = sqliteTable("cost_budget", {
  month: text("month").primaryKey(),
  micros: integer("micros").notNull(),
  atEnd: text("at_end").$type<AtEnd>().notNull(),
});

/** Comparison of a month with Meta's own figures. */
export const costCheck = sqliteTable(
  "cost_check",
  {
    scope: text("scope").notNull(),
    month: text("month").notNull(),
    category: text("category").notNull(),
    count: integer("count").notNull(),
    micros: integer("micros").notNull(),
    metaCount: integer("meta_count").notNull(),
    metaMicros: integer("meta_micros").notNull(),
    checkedAt: integer("checked_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.month, table.category] })],
);

/** The estimate a campaign was started with. */
export const costEstimate = sqliteTable("cost_estimate", {
  campaignId: integer("campaign_id").primaryKey(),
  /** JSON: `Estimate`. */
  estimate: text("estimate").notNull(),
  at: integer("at").notNull(),
});
