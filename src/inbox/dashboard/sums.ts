import { all, type Db } from "#platform/db/database.ts";
import type { Filter } from "./filter.ts";
import { PARTS } from "./parts.ts";
import type { Span } from "./period.ts";

/** What was measured in a span; times are sums of milliseconds. */
export interface Sums {
  readonly finished: number;
  readonly supportMs: number;
  readonly waited: number;
  readonly waitMs: number;
  readonly responded: number;
  readonly responseMs: number;
  readonly rated: number;
  readonly rateSum: number;
}
interface Row extends Sums {
  readonly userId: number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const FOUR_WEEKS_MS = 28 * DAY_MS;
const NOTHING: Sums = {
  finished: 0,
  supportMs: 0,
  waited: 0,
  waitMs: 0,
  responded: 0,
  responseMs: 0,
  rated: 0,
  rateSum: 0,
};

const SUMS = `user_id AS userId, sum(finished) AS finished, sum(support_ms) AS supportMs, sum(waited) AS waited,
  sum(wait_ms) AS waitMs, sum(responded) AS responded, sum(response_ms) AS responseMs, sum(rated) AS rated,
  sum(rate_sum) AS rateSum`;
const WANTED = `(?3 IS NULL OR queue_id IN (SELECT value FROM json_each(?3)))
  AND (?4 IS NULL OR connection_id IN (SELECT value FROM json_each(?4)))`;
const TAGGED = `(?5 IS NULL OR ticket_id IN (SELECT ticket_id FROM ticket_tag
  WHERE tag_id IN (SELECT value FROM json_each(?5))))`;
// Each statement reads only the columns of its half: decoding is the cost of these sums.
function keptOfNobody(table: string, at: string): string {
  return `SELECT 0 AS userId, coalesce(sum(finished), 0) AS finished, coalesce(sum(support_ms), 0) AS supportMs,
    coalesce(sum(waited), 0) AS waited, coalesce(sum(wait_ms), 0) AS waitMs, coalesce(sum(responded), 0) AS responded,
    coalesce(sum(response_ms), 0) AS responseMs, 0 AS rated, 0 AS rateSum
  FROM ${table} WHERE user_id = 0 AND ${at} >= ?1 AND ${at} < ?2 AND ${WANTED}`;
}
function keptOfUsers(table: string, at: string): string {
  return `SELECT u.id AS userId, sum(m.finished) AS finished, sum(m.support_ms) AS supportMs, 0 AS waited,
    0 AS waitMs, 0 AS responded, 0 AS responseMs, sum(m.rated) AS rated, sum(m.rate_sum) AS rateSum
  FROM (SELECT id FROM user) u CROSS JOIN ${table} m ON m.user_id = u.id AND m.${at} >= ?1 AND m.${at} < ?2
  WHERE ${WANTED} GROUP BY u.id`;
}
/** Stored sums (`fold.ts`), the longest first. */
const KEPT = [
  { lengthMs: FOUR_WEEKS_MS, texts: textsOf("four_week_metric", "span_at") },
  { lengthMs: DAY_MS, texts: textsOf("daily_metric", "day_at") },
  { lengthMs: HOUR_MS, texts: textsOf("hourly_metric", "hour_at") },
] as const;
function textsOf(table: string, at: string): readonly string[] {
  return [keptOfNobody(table, at), keptOfUsers(table, at)];
}
const ROWS = `SELECT ${SUMS} FROM (${PARTS}) WHERE at >= ?1 AND at < ?2 AND ${WANTED} AND ${TAGGED} GROUP BY user_id`;

const KEPT_HOURS = `SELECT hour_at AS at, sum(attendances) AS attendances FROM hourly_metric
  WHERE user_id = 0 AND hour_at >= ?1 AND hour_at < ?2 AND ${WANTED} GROUP BY hour_at HAVING sum(attendances) <> 0 ORDER BY hour_at`;
// Quarters of an hour: the clocks of the world differ by whole ones.
const ROW_QUARTERS = `SELECT at - at % 900000 AS at, sum(attendances) AS attendances FROM (${PARTS})
  WHERE at >= ?1 AND at < ?2 AND attendances = 1 AND ${WANTED} AND ${TAGGED} GROUP BY 1 ORDER BY 1`;

/**
 * Sums of a span by attendant (0 = without attendant). Whole four weeks come from the totals of four weeks, whole
 * days and hours beside them from theirs; the ends of a day that begins within an hour (zones like Kolkata's), and
 * requests by tag, from the rows.
 */
export function sumsByUser(db: Db, span: Span, filter: Filter): ReadonlyMap<number, Sums> {
  const wanted = [filter.queues, filter.connections] as const;
  const rows = ({ fromMs, toMs }: Span): Row[] =>
    fromMs < toMs ? all<Row>(db, ROWS, fromMs, toMs, ...wanted, filter.tags) : [];
  const sums = ({ fromMs, toMs }: Span, level: number): Row[] => {
    const kept = KEPT[level];
    if (!kept || fromMs >= toMs) return rows({ fromMs, toMs });
    const whole = within({ fromMs, toMs }, kept.lengthMs);
    if (!whole) return sums({ fromMs, toMs }, level + 1);
    return [
      ...sums({ fromMs, toMs: whole.fromMs }, level + 1),
      ...(whole.fromMs < whole.toMs
        ? kept.texts.flatMap((text) => all<Row>(db, text, whole.fromMs, whole.toMs, ...wanted))
        : []),
      ...sums({ fromMs: whole.toMs, toMs }, level + 1),
    ];
  };
  return byUser(filter.tags === null ? sums(span, 0) : rows(span));
}

/** The whole steps of a length within a span, null when not even an edge of one lies in it. */
function within({ fromMs, toMs }: Span, lengthMs: number): Span | null {
  const [first, last] = [Math.ceil(fromMs / lengthMs) * lengthMs, Math.floor(toMs / lengthMs) * lengthMs];
  return first <= last ? { fromMs: first, toMs: last } : null;
}

function byUser(rows: readonly Row[]): ReadonlyMap<number, Sums> {
  const found = new Map<number, Sums>();
  for (const { userId, ...sums } of rows) found.set(userId, add(found.get(userId) ?? NOTHING, sums));
  return found;
}

/** The sum over all attendants. */
export function total(sums: Iterable<Sums>): Sums {
  let whole = NOTHING;
  for (const one of sums) whole = add(whole, one);
  return whole;
}

function add(a: Sums, b: Sums): Sums {
  return {
    finished: a.finished + b.finished,
    supportMs: a.supportMs + b.supportMs,
    waited: a.waited + b.waited,
    waitMs: a.waitMs + b.waitMs,
    responded: a.responded + b.responded,
    responseMs: a.responseMs + b.responseMs,
    rated: a.rated + b.rated,
    rateSum: a.rateSum + b.rateSum,
  };
}

/** How many attendances began when: by the hour, or by the quarter of an hour where hours do not do. */
export function attendancesIn(
  db: Db,
  { fromMs, toMs }: Span,
  filter: Filter,
): readonly { readonly at: number; readonly attendances: number }[] {
  const wanted = [filter.queues, filter.connections] as const;
  const whole = fromMs % HOUR_MS === 0 && toMs % HOUR_MS === 0;
  return filter.tags === null && whole
    ? all(db, KEPT_HOURS, fromMs, toMs, ...wanted)
    : all(db, ROW_QUARTERS, fromMs, toMs, ...wanted, filter.tags);
}
