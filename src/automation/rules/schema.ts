import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Conditions } from "#inbox/conditions/contract.ts";
import type { RuleAction } from "./actions/contract.ts";
import type { OncePer, RuleEvent, RuleSettings, RunOutcome } from "./contract.ts";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** An automation rule (docs/rules/rules.md). */
export const rule = sqliteTable("rule", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  event: text("event").$type<RuleEvent>().notNull(),
  settings: text("settings", { mode: "json" }).$type<RuleSettings>().notNull().default({}),
  /** `{}` = always. */
  conditions: text("conditions", { mode: "json" })
    .$type<Conditions>()
    .notNull()
    .default({} as Conditions),
  actions: text("actions", { mode: "json" }).$type<readonly RuleAction[]>().notNull(),
  position: integer("position").notNull(),
  stop: flag("stop"),
  oncePer: text("once_per").$type<OncePer>().notNull(),
  alsoFromRules: flag("also_from_rules"),
  active: flag("active"),
  /** Failed runs in a row. */
  failures: integer("failures").notNull().default(0),
  /** For timed rules: due times up to this one have been handled, ms. */
  checkedAt: integer("checked_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type Rule = typeof rule.$inferSelect;

/** One run of a rule: the outcome for an event, with the reason when it did not fire. */
export const ruleRun = sqliteTable("rule_run", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  ruleId: integer("rule_id").notNull(),
  eventKey: text("event_key").notNull(),
  /** The attendance, or the contact and day, in which the rule fires once; null = once per event. */
  onceKey: text("once_key"),
  ticketId: integer("ticket_id"),
  contactId: integer("contact_id"),
  at: integer("at").notNull(),
  outcome: text("outcome").$type<RunOutcome>().notNull(),
  reason: text("reason"),
  /** Length of the chain of rules that caused the event; 0 = no rule did. */
  depth: integer("depth").notNull().default(0),
  /** JSON of `RunCondition[]`. */
  conditions: text("conditions").notNull().default("[]"),
});

/** A stored event whose rules have not run yet. */
export const ruleEvent = sqliteTable("rule_event", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  event: text("event").$type<RuleEvent>().notNull(),
  eventKey: text("event_key").notNull(),
  ticketId: integer("ticket_id"),
  contactId: integer("contact_id"),
  at: integer("at").notNull(),
  /** JSON of the event's values that conditions compare. */
  facts: text("facts").notNull().default("{}"),
  /** JSON list of the ids of the rules that caused it, the first one first. */
  chain: text("chain").notNull().default("[]"),
});

/** The rule that wrote a message, under its name at that time. */
export const ruleMessage = sqliteTable("rule_message", {
  messageId: integer("message_id").primaryKey(),
  ruleId: integer("rule_id").notNull(),
  ruleName: text("rule_name").notNull(),
});

/** A text of a rule that waits for the opening of the company. */
export const ruleText = sqliteTable("rule_text", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  ruleId: integer("rule_id").notNull(),
  ticketId: integer("ticket_id").notNull(),
  /** JSON of the action. */
  action: text("action").notNull(),
  dueAt: integer("due_at").notNull(),
});
