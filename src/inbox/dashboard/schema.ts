import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RatingScale } from "#inbox/tickets/contract.ts";

const SUMS = {
  finished: integer("finished").notNull(),
  supportMs: integer("support_ms").notNull(),
  waited: integer("waited").notNull(),
  waitMs: integer("wait_ms").notNull(),
  responded: integer("responded").notNull(),
  responseMs: integer("response_ms").notNull(),
  /** Ratings of the scale `three`; those of the other scales have their own columns. */
  rated: integer("rated").notNull(),
  rateSum: integer("rate_sum").notNull(),
  satisfied: integer("satisfied").notNull().default(0),
  ratedFive: integer("rated_five").notNull().default(0),
  rateSumFive: integer("rate_sum_five").notNull().default(0),
  satisfiedFive: integer("satisfied_five").notNull().default(0),
  ratedNps: integer("rated_nps").notNull().default(0),
  rateSumNps: integer("rate_sum_nps").notNull().default(0),
  satisfiedNps: integer("satisfied_nps").notNull().default(0),
  detractors: integer("detractors").notNull().default(0),
};

/** Totals per hour, queue, connection and attendant, without the changes recorded in `metric_change`. Id 0 = none. */
export const hourlyMetric = sqliteTable(
  "hourly_metric",
  {
    /** The attendant of finished and rated attendances; all other values are stored under 0. */
    userId: integer("user_id").notNull(),
    /** First millisecond of the hour, UTC. */
    hourAt: integer("hour_at").notNull(),
    queueId: integer("queue_id").notNull(),
    connectionId: integer("connection_id").notNull(),
    attendances: integer("attendances").notNull(),
    ...SUMS,
  },
  (table) => [primaryKey({ columns: [table.userId, table.hourAt, table.queueId, table.connectionId] })],
);

/** The totals of `hourlyMetric` by day (UTC), read for periods of weeks. */
export const dailyMetric = sqliteTable(
  "daily_metric",
  {
    userId: integer("user_id").notNull(),
    /** First millisecond of the day, UTC. */
    dayAt: integer("day_at").notNull(),
    queueId: integer("queue_id").notNull(),
    connectionId: integer("connection_id").notNull(),
    ...SUMS,
  },
  (table) => [primaryKey({ columns: [table.userId, table.dayAt, table.queueId, table.connectionId] })],
);

/** The totals of `hourlyMetric` by four weeks, read for long periods. */
export const fourWeekMetric = sqliteTable(
  "four_week_metric",
  {
    userId: integer("user_id").notNull(),
    /** First millisecond of the four weeks, counted from 1970-01-01 UTC. */
    spanAt: integer("span_at").notNull(),
    queueId: integer("queue_id").notNull(),
    connectionId: integer("connection_id").notNull(),
    ...SUMS,
  },
  (table) => [primaryKey({ columns: [table.userId, table.spanAt, table.queueId, table.connectionId] })],
);

/**
 * Attendances that changed since the totals were last updated, and the values that each of them has added to the totals
 * so far; written by triggers on attendances and ratings.
 */
export const metricChange = sqliteTable("metric_change", {
  trackingId: integer("period_id").primaryKey(),
  /** 0 = the attendance has not been added to the totals yet, and the columns below are null. */
  counted: integer("counted").notNull(),
  queueId: integer("queue_id"),
  connectionId: integer("connection_id"),
  userId: integer("user_id"),
  createdAt: integer("created_at"),
  queuedAt: integer("queued_at"),
  startedAt: integer("started_at"),
  firstResponseAt: integer("first_response_at"),
  finishedAt: integer("finished_at"),
  ratedUserId: integer("rated_user_id"),
  ratedAt: integer("rated_at"),
  rate: integer("rate"),
  scale: text("scale").$type<RatingScale>(),
});

/** One row: the time up to which the nightly check has rebuilt the totals. */
export const metricCheck = sqliteTable("metric_check", {
  id: integer("id").primaryKey(),
  checkedAt: integer("checked_at").notNull(),
});

/** Contacts that wrote to the company; maintained by triggers on tickets. */
export const lead = sqliteTable("lead", {
  contactId: integer("contact_id").primaryKey(),
  /** When the contact was created, ms. */
  createdAt: integer("created_at").notNull(),
});
