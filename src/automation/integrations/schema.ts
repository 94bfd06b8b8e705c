import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeliveryState, IntegrationType } from "./contract.ts";

const words = (name: string) => text(name).notNull().default("");

/** An outside system that talks instead of the menu, or is told what happens. */
export const integration = sqliteTable("integration", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  type: text("type").$type<IntegrationType>().notNull(),
  name: text("name").notNull(),
  projectName: words("project_name"),
  /** Sealed; "" = none. */
  jsonContent: words("json_content"),
  language: text("language").notNull().default("pt-BR"),
  url: words("url"),
  typebotSlug: words("typebot_slug"),
  typebotDelayMs: integer("typebot_delay_ms").notNull().default(1000),
  typebotExpiresMinutes: integer("typebot_expires_minutes").notNull().default(1),
  typebotKeywordFinish: words("typebot_keyword_finish"),
  typebotKeywordRestart: words("typebot_keyword_restart"),
  typebotRestartMessage: words("typebot_restart_message"),
  typebotUnknownMessage: words("typebot_unknown_message"),
  legacyPayload: integer("legacy_payload", { mode: "boolean" }).notNull().default(false),
  /** JSON: `EventType[]`. */
  events: text("events").notNull().default("[]"),
  /** Sealed. */
  secret: words("secret"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** A webhook of the company: told what happens, never answers for a queue. */
  ofCompany: integer("of_company", { mode: "boolean" }).notNull().default(false),
});
export type Integration = typeof integration.$inferSelect;

/** A conversation that an integration has at the moment. */
export const integrationSession = sqliteTable("integration_session", {
  ticketId: integer("ticket_id").primaryKey(),
  integrationId: integer("integration_id").notNull(),
  nonce: text("nonce").notNull(),
  /** JSON: what the type remembers between two messages. */
  memory: text("memory").notNull().default("{}"),
  /** The customer's last message and the one before, ms. */
  heardAt: integer("heard_at"),
  heardBeforeAt: integer("heard_before_at"),
  createdAt: integer("created_at").notNull(),
  /** Sealed: what the customer has just written, for the turn that is to come (billing). */
  heardDocument: words("heard_document"),
});
export type Session = typeof integrationSession.$inferSelect;

/** One thing told to an integration: a place in its lane, and a line of its log. */
export const integrationDelivery = sqliteTable("integration_delivery", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  uuid: text("uuid").notNull(),
  integrationId: integer("integration_id").notNull(),
  ticketId: integer("ticket_id"),
  messageId: integer("message_id"),
  event: text("event").notNull(),
  /** The customer waits for the answer. */
  isTurn: integer("is_turn", { mode: "boolean" }).notNull().default(false),
  /** What is told in order. */
  lane: text("lane").notNull(),
  body: words("body"),
  state: text("state").$type<DeliveryState>().notNull(),
  attempts: integer("attempts").notNull().default(0),
  nextTryAt: integer("next_try_at").notNull(),
  /** JSON: `Step[]` left to do. */
  steps: text("steps").notNull().default("[]"),
  statusCode: integer("status_code"),
  answer: words("answer"),
  error: text("error"),
  beganAt: integer("began_at").notNull(),
  createdAt: integer("created_at").notNull(),
  finishedAt: integer("finished_at"),
});
export type Delivery = typeof integrationDelivery.$inferSelect;

/** A customer was looked up in a system of bills; the document is kept as a hash. */
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

/** A contract was asked to be unblocked on trust on this day. */
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
