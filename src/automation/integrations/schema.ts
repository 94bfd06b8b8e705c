import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeliveryState, IntegrationType } from "./contract.ts";

const textColumn = (name: string) => text(name).notNull().default("");

/** An outside system that takes conversations over, or receives events. */
export const integration = sqliteTable("integration", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  type: text("type").$type<IntegrationType>().notNull(),
  name: text("name").notNull(),
  projectName: textColumn("project_name"),
  /** Encrypted; "" = none. */
  jsonContent: textColumn("json_content"),
  language: text("language").notNull().default("pt-BR"),
  url: textColumn("url"),
  typebotSlug: textColumn("typebot_slug"),
  typebotDelayMs: integer("typebot_delay_ms").notNull().default(1000),
  typebotExpiresMinutes: integer("typebot_expires_minutes").notNull().default(1),
  typebotKeywordFinish: textColumn("typebot_keyword_finish"),
  typebotKeywordRestart: textColumn("typebot_keyword_restart"),
  typebotRestartMessage: textColumn("typebot_restart_message"),
  typebotUnknownMessage: textColumn("typebot_unknown_message"),
  legacyPayload: integer("legacy_payload", { mode: "boolean" }).notNull().default(false),
  /** JSON: `EventType[]`. */
  events: text("events").notNull().default("[]"),
  /** Encrypted. */
  secret: textColumn("secret"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** A webhook of the company: it receives events and never takes conversations. */
  ofCompany: integer("of_company", { mode: "boolean" }).notNull().default(false),
});
export type Integration = typeof integration.$inferSelect;

/** The integration session of a ticket: the integration has its conversation. */
export const integrationSession = sqliteTable("integration_session", {
  ticketId: integer("ticket_id").primaryKey(),
  integrationId: integer("integration_id").notNull(),
  nonce: text("nonce").notNull(),
  /** JSON: what the adapter keeps between two messages of the customer. */
  memory: text("memory").notNull().default("{}"),
  /** Times of the customer's last two messages, ms. */
  heardAt: integer("heard_at"),
  heardBeforeAt: integer("heard_before_at"),
  createdAt: integer("created_at").notNull(),
  /** Encrypted: the customer's last message, for the next turn (billing). */
  heardDocument: textColumn("heard_document"),
});
export type Session = typeof integrationSession.$inferSelect;

/** A delivery to an integration: a call to be made, and afterwards an entry of the integration's log. */
export const integrationDelivery = sqliteTable("integration_delivery", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  uuid: text("uuid").notNull(),
  integrationId: integer("integration_id").notNull(),
  ticketId: integer("ticket_id"),
  messageId: integer("message_id"),
  event: text("event").notNull(),
  /** A customer waits for the response. */
  isTurn: integer("is_turn", { mode: "boolean" }).notNull().default(false),
  /** Deliveries with the same value (one per ticket and integration) are made one after the other, in order. */
  lane: text("lane").notNull(),
  body: textColumn("body"),
  state: text("state").$type<DeliveryState>().notNull(),
  attempts: integer("attempts").notNull().default(0),
  nextTryAt: integer("next_try_at").notNull(),
  /** JSON: the remaining `Step[]`. */
  steps: text("steps").notNull().default("[]"),
  statusCode: integer("status_code"),
  answer: textColumn("answer"),
  error: text("error"),
  beganAt: integer("began_at").notNull(),
  createdAt: integer("created_at").notNull(),
  finishedAt: integer("finished_at"),
});
export type Delivery = typeof integrationDelivery.$inferSelect;

/** A lookup of a customer in a billing system; the document is stored as a hash. */
export const billingLookup = sqliteTable("billing_lookup", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  integrationId: integer("integration_id").notNull(),
  ticketId: integer("ticket_id"),
  system: text("system").notNull(),
  action: text("action").notNull(),
  documentHash: text("document_hash").notNull(),
  result: text("result").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** A trust unblock requested for a contract on this day. */
export const trustUnblock = sqliteTable(
  "trust_unblock",
  {
    system: text("system").notNull(),
    contract: text("contract").notNull(),
    day: text("day").notNull(),
    state: text("state").$type<"sent" | "accepted" | "refused">().notNull(),
    ticketId: integer("ticket_id"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.system, table.contract, table.day] })],
);
