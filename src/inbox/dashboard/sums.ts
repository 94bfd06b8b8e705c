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
 * Sums a span by attendant (0 = without attendant), from its parts. Requests with a tag filter are computed from the rows. Ratings
 * are only those of `scale`.
 */
export function sumsByUser(
  db: Db,
  span: Span,
  filter: Filter,
  scale: RatingScale,
): ReadonlyMap<number, Sums> {
  const { queues, connections, tags } = filter;
  const parts = tags === null ? partsOf(span) : [{ fromMs: span.fromMs, toMs: span.toMs, stored: undefined }];
  const found = new Map<number, Sums>();
  for (const { fromMs: from, toMs: to, stored } of parts) {
    const rows = stored
      ? stored.statements[scale].flatMap((one) => queryAll(db, one, { from, to, queues, connections }))
      : queryAll(db, sql.sumsOfRows[scale], { from, to, queues, connections, tags });
    for (const { userId, ...sums } of rows) found.set(userId, add(found.get(userId) ?? NO_SUMS, sums));
  }
  return found;
}

/** The number of attendances that each of these users finished in a span: what `sumsByUser` counts, without its other sums. */
export function finishedByUser(db: Db, span: Span, userIds: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>(userIds.map((id) => [id, 0]));
  const all = { queues: null, connections: null, tags: null };
  for (const { fromMs: from, toMs: to, stored } of partsOf(span)) {
    const rows = stored
      ? queryAll(db, stored.finished, { from, to, userIds: JSON.stringify(userIds) })
      : queryAll(db, sql.sumsOfRows.three, { from, to, ...all });
    for (const { userId, finished } of rows) {
      const before = found.get(userId);
      if (before !== undefined) found.set(userId, before + (finished ?? 0));
    }
  }
  return found;
}

/** A part of a span, and where its sums are stored; undefined = they are computed from the rows. */
interface Part extends Span {
  readonly stored: (typeof sql.STORED)[number] | undefined;
}

/**
 * The parts of a span. Whole four-week periods are read from the four-week totals, the remaining whole days and hours from the daily and
 * hourly totals, and partial hours at the ends of the span (in time zones like Kolkata's) from the rows.
 */
function partsOf({ fromMs, toMs }: Span, level = 0): Part[] {
  if (fromMs >= toMs) return [];
  const stored = sql.STORED[level];
  if (!stored) return [{ fromMs, toMs, stored }];
  const whole = within({ fromMs, toMs }, stored.lengthMs);
  if (!whole) return partsOf({ fromMs, toMs }, level + 1);
  return [
    ...partsOf({ fromMs, toMs: whole.fromMs }, level + 1),
    ...(whole.fromMs < whole.toMs ? [{ ...whole, stored }] : []),
    ...partsOf({ fromMs: whole.toMs, toMs }, level + 1),
  ];
}

/**
 * Returns the part of a span that consists of whole steps of a length; null when the span contains no boundary of a
 * step.
 */
function within({ fromMs, toMs }: Span, lengthMs: number): Span | null {
  const [first, last] = [Math.ceil(fromMs / lengthMs) * lengthMs, Math.floor(toMs / lengthMs) * lengthMs];
  return first <= last ? { fromMs: first, toMs: last } : null;
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
