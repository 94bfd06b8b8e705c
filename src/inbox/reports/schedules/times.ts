import type { Period } from "#inbox/dashboard/contract.ts";
import { addDays, addMonths, dayAt, parseInstant, weekdayOf } from "#platform/dates.ts";
import type { SchedulePeriod } from "./contract.ts";

interface Plan {
  readonly period: SchedulePeriod;
  /** `HH:mm`. */
  readonly at: string;
}
const MONDAY = 1;

/** Whether a report is sent on a day: every day, on Mondays, or on the first of the month. */
const isOn = (period: SchedulePeriod, day: string): boolean =>
  period === "daily" || (period === "weekly" ? weekdayOf(day) === MONDAY : day.endsWith("-01"));

/** The first time of a schedule after `afterMs`, ms. A local time that a clock change skips is replaced by the next one that exists. */
export function nextTime({ period, at }: Plan, zone: string, afterMs: number): number {
  for (let day = dayAt(afterMs, zone); ; day = addDays(day, 1)) {
    const time = isOn(period, day) ? parseInstant(`${day} ${at}`, zone) : undefined;
    if (time !== undefined && time > afterMs) return time;
  }
}

/** The days that a report of this time covers: the day before, the seven days before, or the month before. */
export function coveredDays(period: SchedulePeriod, zone: string, atMs: number): Period {
  const day = dayAt(atMs, zone);
  if (period === "monthly") {
    const first = `${day.slice(0, 8)}01`;
    return { from: addMonths(first, -1), to: addDays(first, -1) };
  }
  return { from: addDays(day, period === "daily" ? -1 : -7), to: addDays(day, -1) };
}
