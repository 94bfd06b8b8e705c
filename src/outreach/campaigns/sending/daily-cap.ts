import { addDays, dayAt, daysBetween, startOfDay } from "#platform/dates.ts";

/**
 * A number that was just linked begins with this many a day, and half as many more each day
 * (docs/rules/campaigns.md#number-protection).
 */
const FIRST_DAY = 20;
const GROWTH = 1.5;

export interface CapRules {
  /** Setting `campaignDailyCap`; 0 = none. */
  readonly cap: number;
  /** Asked when linking. */
  readonly newNumber: boolean;
  readonly linkedAt: number | null;
  readonly zone: string;
}

/** Recipients a connection may have on the day of `nowMs`; 0 = as many as there are. */
export function capOn({ cap, newNumber, linkedAt, zone }: CapRules, nowMs: number): number {
  if (!newNumber) return cap;
  const warm = Math.floor(FIRST_DAY * GROWTH ** warmDays(linkedAt ?? nowMs, nowMs, zone));
  return cap > 0 ? Math.min(cap, warm) : warm;
}

/** When the next day begins, ms. */
export const nextDay = (nowMs: number, zone: string): number =>
  startOfDay(addDays(dayAt(nowMs, zone), 1), zone) ?? nowMs + DAY_MS;

const DAY_MS = 86_400_000;
/** Enough for any cap; a number of years ago is no longer warm but hot. */
const MOST_DAYS = 60;

function warmDays(fromMs: number, toMs: number, zone: string): number {
  const days = daysBetween(dayAt(fromMs, zone), dayAt(toMs, zone));
  return Math.min(Math.max(days, 0), MOST_DAYS);
}
