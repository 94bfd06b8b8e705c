import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Conditions } from "#inbox/conditions/contract.ts";
import type { RuleAction } from "./actions/contract.ts";
import type { OncePer, RuleEvent, RuleSettings, RunOutcome } from "./contract.ts";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** What the company decided that happens by itself (docs/rules/rules.md). */
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
  /** A rule that waits: moments up to this time were handled, ms. */
  checkedAt: integer("checked_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type Rule = typeof rule.$inferSelect;

/** What a rule did for an event, and why not. */
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
  /** How many rules caused it, one after the other. */
  depth: integer("depth").notNull().default(0),
  /** JSON of `RunCondition[]`. */
  conditions: text("conditions").notNull().default("[]"),
});

/** An event whose rules have not run yet. */
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

/** A text of a rule that waits for the opening of the company. */
export const ruleText = sqliteTable("rule_text", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  ruleId: integer("rule_id").notNull(),
  ticketId: integer("ticket_id").notNull(),
  /** JSON of the action. */
  action: text("action").notNull(),
  dueAt: integer("due_at").notNull(),
});
