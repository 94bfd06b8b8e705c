import { addOpenTime, type Hours, openTimeBetween } from "#accounts/opening-hours/index.ts";
import type { SlaClock } from "./schema.ts";

/** The columns that change while a clock is open. */
export type Clock = Omit<SlaClock, "id">;

/** Input of the calculations besides the row of the clock. All functions here are pure (docs/rules/sla.md#counting). */
export interface Counting {
  /** The opening hours in which the clock runs; null = every hour counts. */
  readonly hours: Hours | null;
  readonly warnPercent: number;
  /** ms. */
  readonly now: number;
}

/** The part of the promised open time that has elapsed, ms. */
export function elapsed(clock: Clock, { hours, now }: Pick<Counting, "hours" | "now">): number {
  const counted = clock.targetMs - clock.remainingMs;
  return clock.pausedAt === null ? counted + openTimeBetween(hours, clock.countedFrom, now) : counted;
}

/** True when a running clock is past its due time and not yet recorded as missed. */
export const isOverdue = ({ pausedAt, missedAt, dueAt }: Clock, now: number): boolean =>
  pausedAt === null && missedAt === null && dueAt <= now;

/** The clock with the time at which the job warns or records a miss; null = neither is pending. */
function withNext<C extends Clock>(clock: C, { hours, warnPercent }: Counting): C {
  if (clock.missedAt !== null || clock.pausedAt !== null) return { ...clock, nextAt: null };
  if (clock.warnedAt !== null) return { ...clock, nextAt: clock.dueAt };
  const beforeDue = Math.round((clock.targetMs * (100 - warnPercent)) / 100);
  const left = clock.remainingMs - beforeDue;
  const warnAt = left <= 0 ? clock.countedFrom : addOpenTime(hours, clock.countedFrom, left);
  return { ...clock, nextAt: Math.min(warnAt ?? clock.dueAt, clock.dueAt) };
}

/** The clock with its due time; undefined when the hours never open again. */
export function withDue<C extends Clock>(clock: C, counting: Counting): C | undefined {
  if (clock.missedAt !== null || clock.pausedAt !== null) return withNext(clock, counting);
  const dueAt = addOpenTime(counting.hours, clock.countedFrom, Math.max(0, clock.remainingMs));
  return dueAt === null ? undefined : withNext({ ...clock, dueAt }, counting);
}

/** The clock with its remaining time computed for now. */
const counted = <C extends Clock>(clock: C, counting: Counting): C => ({
  ...clock,
  remainingMs: clock.targetMs - elapsed(clock, counting),
  countedFrom: counting.now,
});

/** Pauses a clock. A clock past its due time is returned unchanged, even if the miss is not recorded yet. */
export function paused<C extends Clock>(clock: C, counting: Counting): C {
  if (clock.missedAt !== null || clock.pausedAt !== null) return clock;
  const next = counted(clock, counting);
  return next.remainingMs > 0 ? { ...next, pausedAt: counting.now, nextAt: null } : clock;
}

/** Resumes a clock; undefined when the hours never open again. */
export const resumed = <C extends Clock>(clock: C, counting: Counting): C | undefined =>
  clock.pausedAt === null
    ? clock
    : withDue({ ...clock, pausedAt: null, countedFrom: counting.now }, counting);

/** The clock with the hours of another queue from now on; undefined when these never open. */
export function underHours<C extends Clock>(
  clock: C,
  hoursQueueId: number | null,
  before: Counting,
  after: Counting,
): C | undefined {
  const moved = { ...clock, hoursQueueId };
  return clock.missedAt !== null || clock.pausedAt !== null
    ? moved
    : withDue({ ...counted(clock, before), hoursQueueId }, after);
}

/**
 * The clock with another promised time, against which the elapsed time counts. A warning is repeated if it was too early for the new
 * time. A paused clock that has no time left runs again, so that it is missed when the hours are open.
 */
export function retargeted<C extends Clock>(clock: C, targetMs: number, counting: Counting): C | undefined {
  const remainingMs = clock.remainingMs + targetMs - clock.targetMs;
  const isSpent = clock.pausedAt !== null && remainingMs <= 0;
  const running = isSpent ? { ...clock, pausedAt: null, countedFrom: counting.now } : clock;
  const wanted = withDue({ ...running, targetMs, remainingMs, warnedAt: null }, counting);
  const isWarned = clock.warnedAt !== null && (wanted?.nextAt ?? 0) <= counting.now;
  return wanted && isWarned ? withNext({ ...wanted, warnedAt: clock.warnedAt }, counting) : wanted;
}
