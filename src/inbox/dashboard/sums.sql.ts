import type { RatingScale } from "#inbox/tickets/contract.ts";
import { query } from "#platform/db/query.ts";
import { DAY_MS, FOUR_WEEKS_MS, HOUR_MS } from "./fold.sql.ts";
import { PARTS } from "./parts.sql.ts";
import { RATED } from "./rated.sql.ts";
import type { Sums } from "./sums.ts";

/** Filters are JSON lists of ids, null = all; times are in ms, the end excluded. */
export type Wanted = { from: number; to: number; queues: string | null; connections: string | null };
type Tagged = Wanted & { tags: string | null };
export interface SumsOfUser extends Sums {
  readonly userId: number;
}
interface Attendances {
  readonly at: number;
  readonly attendances: number;
}

const WANTED = `(:queues IS NULL OR queue_id IN (SELECT value FROM json_each(:queues)))
  AND (:connections IS NULL OR connection_id IN (SELECT value FROM json_each(:connections)))`;
const TAGGED = `(:tags IS NULL OR ticket_id IN (SELECT ticket_id FROM ticket_tag
  WHERE tag_id IN (SELECT value FROM json_each(:tags))))`;
/** The sums of the ratings of one scale. */
const ratedSums = (scale: RatingScale, table = ""): string => {
  const { rated, rateSum, satisfied, detractors } = RATED[scale];
  return `sum(${table}${rated}) AS rated, sum(${table}${rateSum}) AS rateSum, sum(${table}${satisfied}) AS satisfied,
    ${detractors ? `sum(${table}${detractors})` : 0} AS detractors`;
};
// Separate statements, each with half of the columns, because most of the cost is decoding columns.
const withoutUser = (table: string, at: string) =>
  query<
    Wanted,
    SumsOfUser
  >(`SELECT 0 AS userId, coalesce(sum(finished), 0) AS finished, coalesce(sum(support_ms), 0) AS supportMs,
    coalesce(sum(waited), 0) AS waited, coalesce(sum(wait_ms), 0) AS waitMs, coalesce(sum(responded), 0) AS responded,
    coalesce(sum(response_ms), 0) AS responseMs, 0 AS rated, 0 AS rateSum,
    0 AS satisfied, 0 AS detractors
  FROM ${table} WHERE user_id = 0 AND ${at} >= :from AND ${at} < :to AND ${WANTED}`);
const ofUsers = (table: string, at: string, scale: RatingScale) =>
  query<
    Wanted,
    SumsOfUser
  >(`SELECT u.id AS userId, sum(m.finished) AS finished, sum(m.support_ms) AS supportMs, 0 AS waited,
    0 AS waitMs, 0 AS responded, 0 AS responseMs, ${ratedSums(scale, "m.")}
  FROM (SELECT id FROM user) u CROSS JOIN ${table} m ON m.user_id = u.id AND m.${at} >= :from AND m.${at} < :to
  WHERE ${WANTED} GROUP BY u.id`);
const statementsOf = (table: string, at: string) => {
  const others = withoutUser(table, at);
  const of = (scale: RatingScale) => [others, ofUsers(table, at, scale)];
  return { three: of("three"), five: of("five"), nps: of("nps") };
};
/** The attendances that users (JSON list of ids) finished; null = none. */
const finishedOf = (table: string, at: string) =>
  query<{ userIds: string; from: number; to: number }, { userId: number; finished: number | null }>(
    `SELECT u.value AS userId, (SELECT sum(m.finished) FROM ${table} m
      WHERE m.user_id = u.value AND m.${at} >= :from AND m.${at} < :to) AS finished FROM json_each(:userIds) u`,
  );
const stored = (lengthMs: number, table: string, at: string) => ({
  lengthMs,
  statements: statementsOf(table, at),
  finished: finishedOf(table, at),
});
/** The stored totals (`fold.ts`), the longest span first. */
export const STORED = [
  stored(FOUR_WEEKS_MS, "four_week_metric", "span_at"),
  stored(DAY_MS, "daily_metric", "day_at"),
  stored(HOUR_MS, "hourly_metric", "hour_at"),
];

const sumsOfRowsOf = (scale: RatingScale) =>
  query<Tagged, SumsOfUser>(
    `SELECT user_id AS userId, sum(finished) AS finished, sum(support_ms) AS supportMs, sum(waited) AS waited,
  sum(wait_ms) AS waitMs, sum(responded) AS responded, sum(response_ms) AS responseMs,
  ${ratedSums(scale)} FROM (${PARTS}) WHERE at >= :from AND at < :to AND ${WANTED} AND ${TAGGED} GROUP BY user_id`,
  );
export const sumsOfRows = {
  three: sumsOfRowsOf("three"),
  five: sumsOfRowsOf("five"),
  nps: sumsOfRowsOf("nps"),
};
export const finishedByHour = query<
  { userId: number; from: number; to: number },
  { at: number; finished: number }
>(
  `SELECT hour_at AS at, sum(finished) AS finished FROM hourly_metric
  WHERE user_id = :userId AND hour_at >= :from AND hour_at < :to GROUP BY hour_at HAVING sum(finished) <> 0 ORDER BY hour_at`,
);
export const attendancesByHour = query<Wanted, Attendances>(
  `SELECT hour_at AS at, sum(attendances) AS attendances FROM hourly_metric
  WHERE user_id = 0 AND hour_at >= :from AND hour_at < :to AND ${WANTED} GROUP BY hour_at HAVING sum(attendances) <> 0 ORDER BY hour_at`,
);
// Quarters of an hour, because the UTC offset of every time zone is a multiple of one.
export const attendancesByQuarter = query<Tagged, Attendances>(
  `SELECT at - at % 900000 AS at, sum(attendances) AS attendances FROM (${PARTS})
  WHERE at >= :from AND at < :to AND attendances = 1 AND ${WANTED} AND ${TAGGED} GROUP BY 1 ORDER BY 1`,
);
