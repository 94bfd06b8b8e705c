import { query } from "#platform/db/query.ts";
import { DAY_MS, FOUR_WEEKS_MS } from "./fold.sql.ts";
import { PARTS } from "./parts.sql.ts";
import { RATED_COLUMNS } from "./rated.sql.ts";

type Range = { from: number; to: number };

const COLUMNS = `user_id, hour_at, queue_id, connection_id, attendances, finished, support_ms, waited, wait_ms, responded,
  response_ms, ${RATED_COLUMNS.join(", ")}`;
const FRESH = `SELECT user_id, at - at % 3600000 AS hour_at, queue_id, connection_id, sum(attendances) AS attendances,
  sum(finished) AS finished, sum(support_ms) AS support_ms, sum(waited) AS waited, sum(wait_ms) AS wait_ms,
  sum(responded) AS responded, sum(response_ms) AS response_ms,
  ${RATED_COLUMNS.map((column) => `sum(${column}) AS ${column}`).join(", ")}
  FROM (${PARTS}) WHERE at >= :from AND at < :to GROUP BY 1, 2, 3, 4`;
// A list of all users makes SQLite search each user's hours in the index instead of reading the whole table.
const ALL_USERS = "user_id IN (SELECT 0 UNION ALL SELECT id FROM user)";
const STORED = `SELECT ${COLUMNS} FROM hourly_metric WHERE ${ALL_USERS} AND hour_at >= :from AND hour_at < :to`;

export const countWrong = query<Range, { wrong: number }>(
  `SELECT count(*) AS wrong FROM (SELECT * FROM (${FRESH}) EXCEPT ${STORED})`,
);
export const deleteHours = query<Range>(
  `DELETE FROM hourly_metric WHERE ${ALL_USERS} AND hour_at >= :from AND hour_at < :to`,
);
export const rebuildHours = query<Range>(`INSERT INTO hourly_metric (${COLUMNS}) ${FRESH}`);
/** Recomputes the totals of days and of four weeks from the hours. */
export const LONGER_SUMS = [
  { table: "daily_metric", at: "day_at", lengthMs: DAY_MS },
  { table: "four_week_metric", at: "span_at", lengthMs: FOUR_WEEKS_MS },
].map(({ table, at, lengthMs }) => ({
  lengthMs,
  deleteSums: query<Pick<Range, "from">>(`DELETE FROM ${table} WHERE ${ALL_USERS} AND ${at} >= :from`),
  rebuild: query<Pick<Range, "from">>(`INSERT INTO ${table}
    (user_id, ${at}, queue_id, connection_id, finished, support_ms, waited, wait_ms, responded, response_ms,
      ${RATED_COLUMNS.join(", ")})
    SELECT user_id, hour_at - hour_at % ${lengthMs}, queue_id, connection_id, sum(finished), sum(support_ms), sum(waited),
      sum(wait_ms), sum(responded), sum(response_ms), ${RATED_COLUMNS.map((column) => `sum(${column})`).join(", ")}
    FROM hourly_metric WHERE ${ALL_USERS} AND hour_at >= :from GROUP BY 1, 2, 3, 4`),
}));
export const lastCheck = query<Record<never, never>, { at: number }>(
  "SELECT checked_at AS at FROM metric_check WHERE id = 1",
);
export const writeCheck = query<{ now: number }>(`INSERT INTO metric_check (id, checked_at) VALUES (1, :now)
  ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`);
