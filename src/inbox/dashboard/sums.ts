import type { RatingScale } from "#inbox/tickets/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Filter } from "./filter.ts";
import { HOUR_MS } from "./fold.sql.ts";
import type { Span } from "./period.ts";
import * as sql from "./sums.sql.ts";

/** Measured values of a span; times are sums of milliseconds, ratings those of one scale. */
export interface Sums {
  readonly finished: number;
  readonly supportMs: number;
  readonly waited: number;
  readonly waitMs: number;
  readonly responded: number;
  readonly responseMs: number;
  readonly rated: number;
  readonly rateSum: number;
  /** Ratings that count as satisfied; of the scale `nps`, promoters. */
  readonly satisfied: number;
  /** 0 on other scales than `nps`. */
  readonly detractors: number;
}

const NO_SUMS: Sums = {
  finished: 0,
  supportMs: 0,
  waited: 0,
  waitMs: 0,
  responded: 0,
  responseMs: 0,
  rated: 0,
  rateSum: 0,
  satisfied: 0,
  detractors: 0,
};

/**
 * Sums a span by attendant (0 = without attendant). Whole four-week periods are read from the four-week totals, the remaining whole
 * days and hours from the daily and hourly totals. Partial hours at the ends of the span (in time zones like Kolkata's) and all
 * requests with a tag filter are computed from the rows. Ratings are only those of `scale`.
 */
export function sumsByUser(
  db: Db,
  span: Span,
  filter: Filter,
  scale: RatingScale,
): ReadonlyMap<number, Sums> {
  const { queues, connections, tags } = filter;
  const rows = ({ fromMs, toMs }: Span): sql.SumsOfUser[] =>
    fromMs < toMs
      ? queryAll(db, sql.sumsOfRows[scale], { from: fromMs, to: toMs, queues, connections, tags })
      : [];
  const sums = ({ fromMs, toMs }: Span, level: number): sql.SumsOfUser[] => {
    const stored = sql.STORED[level];
    if (!stored || fromMs >= toMs) return rows({ fromMs, toMs });
    const whole = within({ fromMs, toMs }, stored.lengthMs);
    if (!whole) return sums({ fromMs, toMs }, level + 1);
    const params = { from: whole.fromMs, to: whole.toMs, queues, connections };
    return [
      ...sums({ fromMs, toMs: whole.fromMs }, level + 1),
      ...(whole.fromMs < whole.toMs
        ? stored.statements[scale].flatMap((statement) => queryAll(db, statement, params))
        : []),
      ...sums({ fromMs: whole.toMs, toMs }, level + 1),
    ];
  };
  return byUser(tags === null ? sums(span, 0) : rows(span));
}

/**
 * Returns the part of a span that consists of whole steps of a length; null when the span contains no boundary of a
 * step.
 */
function within({ fromMs, toMs }: Span, lengthMs: number): Span | null {
  const [first, last] = [Math.ceil(fromMs / lengthMs) * lengthMs, Math.floor(toMs / lengthMs) * lengthMs];
  return first <= last ? { fromMs: first, toMs: last } : null;
}

function byUser(rows: readonly sql.SumsOfUser[]): ReadonlyMap<number, Sums> {
  const found = new Map<number, Sums>();
  for (const { userId, ...sums } of rows) found.set(userId, add(found.get(userId) ?? NO_SUMS, sums));
  return found;
}

/** The sum over all attendants. */
export function total(sums: Iterable<Sums>): Sums {
  let whole = NO_SUMS;
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
    satisfied: a.satisfied + b.satisfied,
    detractors: a.detractors + b.detractors,
  };
}

/**
 * Counts attendances begun, by hour; by quarter of an hour with a tag filter or if days do not begin on a full UTC
 * hour.
 */
export function attendancesIn(
  db: Db,
  { fromMs, toMs }: Span,
  filter: Filter,
): readonly { readonly at: number; readonly attendances: number }[] {
  const { queues, connections, tags } = filter;
  const params = { from: fromMs, to: toMs, queues, connections };
  const whole = fromMs % HOUR_MS === 0 && toMs % HOUR_MS === 0;
  return tags === null && whole
    ? queryAll(db, sql.attendancesByHour, params)
    : queryAll(db, sql.attendancesByQuarter, { ...params, tags });
}

/** Counts the attendances that a user finished, by hour; only full hours of UTC. */
export const finishedByHour = (
  db: Db,
  userId: number,
  { fromMs: from, toMs: to }: Span,
): readonly { readonly at: number; readonly finished: number }[] =>
  queryAll(db, sql.finishedByHour, { userId, from, to });
