import { query, type SqlValue } from "#platform/db/query.ts";
import { CHANGED_PARTS, COUNTED_PARTS } from "./parts.sql.ts";
import { RATED_COLUMNS } from "./rated.sql.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const FOUR_WEEKS_MS = 28 * DAY_MS;
/** Attendances per transaction, which takes some ms. */
export const BATCH = 100;

const FIGURES = [
  "finished",
  "support_ms",
  "waited",
  "wait_ms",
  "responded",
  "response_ms",
  ...RATED_COLUMNS,
] as const;
const HOURLY = ["attendances", ...FIGURES] as const;
type Figure = (typeof HOURLY)[number];
export interface Difference extends Readonly<Record<Figure, number>> {
  readonly user_id: number;
  readonly at: number;
  readonly queue_id: number;
  readonly connection_id: number;
}
const sums = HOURLY.map((column) => `sum(${column}) AS ${column}`).join(", ");
const minus = HOURLY.map((column) => `-${column}`).join(", ");

export const endOfBatch = query<Record<never, never>, { id: number | null; n: number }>(
  `SELECT max(period_id) AS id, count(*) AS n
  FROM (SELECT period_id FROM metric_change ORDER BY period_id LIMIT ${BATCH})`,
);
export const differences = query<{ upTo: number }, Difference>(
  `SELECT user_id, at - at % ${HOUR_MS} AS at, queue_id, connection_id, ${sums} FROM (
    SELECT at, queue_id, connection_id, user_id, ${HOURLY.join(", ")} FROM (${CHANGED_PARTS})
    UNION ALL
    SELECT at, queue_id, connection_id, user_id, ${minus} FROM (${COUNTED_PARTS})
  )
  GROUP BY 1, 2, 3, 4 HAVING ${HOURLY.map((column) => `sum(${column}) <> 0`).join(" OR ")}`,
);
export const deleteChanges = query<{ upTo: number }>("DELETE FROM metric_change WHERE period_id <= :upTo");

const addTo = (table: string, at: string, columns: readonly Figure[]) =>
  query<Readonly<Record<string, SqlValue>>>(`INSERT INTO ${table}
  (user_id, ${at}, queue_id, connection_id, ${columns.join(", ")})
  VALUES (:user_id, :at, :queue_id, :connection_id, ${columns.map((column) => `:${column}`).join(", ")})
  ON CONFLICT (user_id, ${at}, queue_id, connection_id)
  DO UPDATE SET ${columns.map((column) => `${column} = ${column} + excluded.${column}`).join(", ")}`);
export const SUMS = [
  { lengthMs: HOUR_MS, columns: HOURLY, add: addTo("hourly_metric", "hour_at", HOURLY) },
  { lengthMs: DAY_MS, columns: FIGURES, add: addTo("daily_metric", "day_at", FIGURES) },
  { lengthMs: FOUR_WEEKS_MS, columns: FIGURES, add: addTo("four_week_metric", "span_at", FIGURES) },
] as const;
