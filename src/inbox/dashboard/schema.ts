import { integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";

const SUMS = {
  finished: integer("finished").notNull(),
  supportMs: integer("support_ms").notNull(),
  waited: integer("waited").notNull(),
  waitMs: integer("wait_ms").notNull(),
  responded: integer("responded").notNull(),
  responseMs: integer("response_ms").notNull(),
  rated: integer("rated").notNull(),
  rateSum: integer("rate_sum").notNull(),
};

/** Sums per hour, queue, connection and attendant, without what `metric_change` notes. 0 = none. */
export const hourlyMetric = sqliteTable(
  "hourly_metric",
  {
    /** The attendant of what was finished or rated; everything else is stored under 0. */
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

/** The same sums by day (UTC), for periods of weeks. */
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

/** The same sums by four weeks, for long periods. */
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
 * Attendances that changed since the sums were brought up to date, and what each has added to them; written by triggers on the
 * attendances and ratings.
 */
export const metricChange = sqliteTable("metric_change", {
  trackingId: integer("period_id").primaryKey(),
  /** 0 = it has added nothing so far; the columns below are null then. */
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
});

/** One row: until when the nightly check has gone over the sums. */
export const metricCheck = sqliteTable("metric_check", {
  id: integer("id").primaryKey(),
  checkedAt: integer("checked_at").notNull(),
});

/** Contacts that wrote to the company; maintained by triggers on the tickets. */
export const lead = sqliteTable("lead", {
  contactId: integer("contact_id").primaryKey(),
  /** When the contact was created, ms. */
  createdAt: integer("created_at").notNull(),
});
