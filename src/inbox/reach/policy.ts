import { addDays, dayAt, daysBetween, parseInstant, startOfDay } from "#platform/dates.ts";

/** Limit of the first day of a newly linked number; it grows by half every day (docs/rules/reach.md#budget). */
const FIRST_DAY = 5;
const GROWTH = 1.5;
/** Maximum number of days of growth: after them the value exceeds every limit, and the power is still finite. */
const MOST_DAYS = 30;
/** Automatic messages that waited for the next day are sent from this time on, not at midnight. */
const MORNING = "08:00";
const DAY_MS = 86_400_000;

interface OwnLimit {
  /** Connection field; 0 = no limit. */
  readonly newChatsPerDay: number;
  /** Whether the number is new, as the user stated when linking it. */
  readonly newNumber: boolean;
  readonly linkedAt: number | null;
}

/** The company's own limit of new chats on the day of `nowMs`; null = no limit. */
export function ownLimitOn(own: OwnLimit, zone: string, nowMs: number): number | null {
  const { newChatsPerDay, newNumber, linkedAt } = own;
  const full = newChatsPerDay === 0 ? null : newChatsPerDay;
  if (!newNumber) return full;
  const days = daysBetween(dayAt(linkedAt ?? nowMs, zone), dayAt(nowMs, zone));
  const warm = Math.floor(FIRST_DAY * GROWTH ** Math.min(Math.max(days, 0), MOST_DAYS));
  return full === null ? warm : Math.min(full, warm);
}

/** The limits of the days after `nowMs`; the last one applies from then on. Empty = no limit. */
export function comingLimits(own: OwnLimit, zone: string, nowMs: number): readonly number[] {
  const limits: number[] = [];
  for (let day = 1; day <= MOST_DAYS + 1; day += 1) {
    const limit = ownLimitOn(own, zone, nowMs + day * DAY_MS);
    if (limit === null) return [];
    if (limit !== limits.at(-1)) limits.push(limit);
  }
  return limits;
}

/** Start of the day of `nowMs` in the company's zone, ms. */
export const dayStart = (nowMs: number, zone: string): number =>
  startOfDay(dayAt(nowMs, zone), zone) ?? nowMs - DAY_MS;

/** True between the time at which waiting automatic messages are sent and midnight, in the company's time zone. */
export const isDaytime = (nowMs: number, zone: string): boolean =>
  nowMs >= (parseInstant(`${dayAt(nowMs, zone)} ${MORNING}`, zone) ?? nowMs);

/** When messages that wait for the next day's budget are sent, ms. */
export const nextMorning = (nowMs: number, zone: string): number =>
  parseInstant(`${addDays(dayAt(nowMs, zone), 1)} ${MORNING}`, zone) ?? nowMs + DAY_MS;
