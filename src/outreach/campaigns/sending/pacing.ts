/**
 * Intervals of a company in seconds, and the number of recipients between two of the longer interval
 * (docs/rules/campaigns.md#pacing).
 */
import { addDays, dayAt, daysBetween, parseInstant, startOfDay, weekdayOf } from "#platform/dates.ts";

export interface Pace {
  readonly messageInterval: number;
  readonly longerIntervalAfter: number;
  readonly greaterInterval: number;
}

/** Shortest interval, ms. */
const SHORTEST_MS = 1000;
/** Relative variation of each wait, because exact intervals look automatic. */
const SPREAD = 0.2;
/** Longer than any wait: the longest interval that can be set, with its variation, ms. */
export const LONGEST_MS = 120_000 * (1 + SPREAD);

/**
 * Wait after the `k`-th recipient since the campaign started or resumed, ms. `random` is from 0 up to 1; 0.5 gives
 * exactly the configured interval.
 */
export function waitAfter(k: number, pace: Pace, random: number): number {
  const { messageInterval, longerIntervalAfter, greaterInterval } = pace;
  const longer = longerIntervalAfter > 0 && greaterInterval > 0 && k % longerIntervalAfter === 0;
  const seconds = longer ? Math.max(messageInterval, greaterInterval) : messageInterval;
  return Math.max(SHORTEST_MS, Math.round(seconds * 1000 * (1 - SPREAD + 2 * SPREAD * random)));
}

/** Sum of the waits after the recipients `from` to `to` (numbered as above), ms; the random factors average to 1. */
export function waitsOf(from: number, to: number, pace: Pace): number {
  const every = pace.greaterInterval > 0 ? pace.longerIntervalAfter : 0;
  const longer = every > 0 ? Math.floor(to / every) - Math.floor((from - 1) / every) : 0;
  const usual = Math.max(0, to - from + 1) - longer;
  const shorter = waitAfter(1, { ...pace, longerIntervalAfter: 0 }, 0.5);
  return usual * shorter + longer * waitAfter(Math.max(1, every), pace, 0.5);
}

/** Interval between two parts for one recipient, ms. */
export const PART_GAP_MS = 2000;

/**
 * Cap of the first day of a newly linked number; it grows by half every day
 * (docs/rules/campaigns.md#number-protection).
 */
const FIRST_DAY = 20;
const GROWTH = 1.5;

interface CapRules {
  /** Setting `campaignDailyCap`; 0 = none. */
  readonly cap: number;
  /** Whether the number is new, as the user stated when linking it. */
  readonly newNumber: boolean;
  readonly linkedAt: number | null;
  readonly zone: string;
}

/** Maximum number of recipients of a connection on the day of `nowMs`; 0 = no limit. */
export function capOn({ cap, newNumber, linkedAt, zone }: CapRules, nowMs: number): number {
  if (!newNumber) return cap;
  const warm = Math.floor(FIRST_DAY * GROWTH ** warmDays(linkedAt ?? nowMs, nowMs, zone));
  return cap > 0 ? Math.min(cap, warm) : warm;
}

/** Start of the next day, ms. */
export const nextDay = (nowMs: number, zone: string): number =>
  startOfDay(addDays(dayAt(nowMs, zone), 1), zone) ?? nowMs + DAY_MS;

const DAY_MS = 86_400_000;
/** Days after which the cap stops growing: it exceeds every setting by then, and the power stays finite. */
const MOST_DAYS = 60;

function warmDays(fromMs: number, toMs: number, zone: string): number {
  const days = daysBetween(dayAt(fromMs, zone), dayAt(toMs, zone));
  return Math.min(Math.max(days, 0), MOST_DAYS);
}

/** When campaigns may send, on the company's wall clock; 0 = Sunday (docs/rules/campaigns.md#pacing). */
interface SendWindow {
  readonly days: readonly number[];
  /** `HH:mm`, up to 24:00. An end at or before the start is on the next day. */
  readonly from: string;
  readonly to: string;
}

/** The first time from `nowMs` on at which sending is allowed, ms; `nowMs` itself within the window, null = never. */
export function nextWindowStart(window: SendWindow, zone: string, nowMs: number): number | null {
  const today = dayAt(nowMs, zone);
  // Searches from yesterday, whose window may cross midnight, to the same weekday of next week.
  for (let ahead = -1; ahead <= 8; ahead += 1) {
    const day = addDays(today, ahead);
    if (!window.days.includes(weekdayOf(day))) continue;
    const start = momentOf(day, window.from, zone);
    const end = momentOf(window.to <= window.from ? addDays(day, 1) : day, window.to, zone);
    if (nowMs < start) return start;
    if (nowMs < end) return nowMs;
  }
  return null;
}

function momentOf(day: string, time: string, zone: string): number {
  const [hour = "00", minute = "00"] = time.split(":");
  const [date, clock] = Number(hour) < 24 ? [day, time] : [addDays(day, 1), `00:${minute}`];
  return parseInstant(`${date} ${clock}`, zone) ?? startOfDay(date, zone) ?? 0;
}
