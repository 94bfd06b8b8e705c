import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Conditions } from "#inbox/conditions/contract.ts";
import type { SlaTarget } from "#inbox/tickets/contract.ts";
import type { SlaHours, SlaStart } from "./contract.ts";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(true);

/** A policy: promised times for the tickets that match (docs/rules/sla.md#policies). */
export const slaPolicy = sqliteTable("sla_policy", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  position: integer("position").notNull(),
  active: flag("active"),
  conditions: text("conditions", { mode: "json" }).$type<Conditions>().notNull().default({ all: [] }),
  hours: text("hours").$type<SlaHours>().notNull(),
  /** Promised minutes; null = not promised. */
  firstMinutes: integer("first_minutes"),
  nextMinutes: integer("next_minutes"),
  resolutionMinutes: integer("resolution_minutes"),
  startsAt: text("starts_at").$type<SlaStart>().notNull(),
  pauseAsleep: flag("pause_asleep"),
  pauseWaitingCustomer: flag("pause_waiting_customer"),
  warnPercent: integer("warn_percent").notNull().default(80),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** A deleted policy keeps its name for the report. */
  deletedAt: integer("deleted_at"),
});
export type SlaPolicy = typeof slaPolicy.$inferSelect;

/** One promised time of one attendance; open until it is met or dropped (docs/rules/sla.md#clocks). */
export const slaClock = sqliteTable("sla_clock", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** The attendance. */
  trackingId: integer("period_id").notNull(),
  ticketId: integer("ticket_id").notNull(),
  policyId: integer("policy_id").notNull(),
  target: text("target").$type<SlaTarget>().notNull(),
  /** Since when the customer waits for this answer; null for a resolution. */
  waitedSince: integer("waited_since"),
  startedAt: integer("started_at").notNull(),
  /** The queue whose hours count; null = those of the company. */
  hoursQueueId: integer("hours_queue_id"),
  /** The promised open time, ms. */
  targetMs: integer("target_ms").notNull(),
  /** Remaining open time at `countedFrom`, ms. */
  remainingMs: integer("remaining_ms").notNull(),
  countedFrom: integer("counted_from").notNull(),
  /** Due time while the clock runs: `remainingMs` of open time after `countedFrom`. */
  dueAt: integer("due_at").notNull(),
  /** The time at which the job warns or records a miss, ms; null = neither is pending. */
  nextAt: integer("next_at"),
  pausedAt: integer("paused_at"),
  warnedAt: integer("warned_at"),
  metAt: integer("met_at"),
  missedAt: integer("missed_at"),
  droppedAt: integer("dropped_at"),
  /** Set at the outcome: day in the company's time zone, queue and attendant of the ticket. */
  day: text("day"),
  queueId: integer("queue_id"),
  userId: integer("user_id"),
  /** Open time until it was met, ms. */
  takenMs: integer("taken_ms"),
});
export type SlaClock = typeof slaClock.$inferSelect;

/** Outcomes by day, policy, queue, attendant and target, maintained by triggers. Id 0 = none. */
export const slaDaily = sqliteTable(
  "sla_daily",
  {
    day: text("day").notNull(),
    policyId: integer("policy_id").notNull(),
    queueId: integer("queue_id").notNull(),
    userId: integer("user_id").notNull(),
    target: text("target").$type<SlaTarget>().notNull(),
    met: integer("met").notNull(),
    missed: integer("missed").notNull(),
    /** Open time of the clocks that were met, ms. */
    sumMs: integer("sum_ms").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.policyId, table.queueId, table.userId, table.target] }),
  ],
);
