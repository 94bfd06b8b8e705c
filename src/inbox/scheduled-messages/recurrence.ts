import {
  addDays,
  addMonths,
  dayAt,
  daysBetween,
  monthsBetween,
  parseInstant,
  wallClock,
} from "#platform/dates.ts";
import type { Recurrence } from "./contract.ts";

/** Returns the local time of a company at an instant, `YYYY-MM-DD HH:mm:ss`: the start of a series. */
export const seriesStartAt = (atMs: number, zone: string): string =>
  wallClock(atMs, zone).format("YYYY-MM-DD HH:mm:ss");

/**
 * Returns the first time of a series after `afterMs`; null without recurrence. The local time of day is constant, even
 * across clock changes; a monthly series uses the last day of a month that lacks its day. Missed times are skipped:
 * after a long stop one message is sent, not all.
 */
export function nextOfSeries(
  series: { readonly start: string; readonly recurrence: Recurrence },
  zone: string,
  afterMs: number,
): number | null {
  const { start, recurrence } = series;
  if (recurrence === "none") return null;
  const [day = "", time = ""] = start.split(" ");
  const first = Math.max(1, stepsUntil(day, dayAt(afterMs, zone), recurrence) - 1);
  // The estimated step may be off by one.
  for (let step = first; step < first + 4; step += 1) {
    const at = parseInstant(`${dayOf(day, step, recurrence)} ${time}`, zone);
    if (at !== undefined && at > afterMs) return at;
  }
  throw new Error(`no next time found for the series that starts at ${start}`);
}

function stepsUntil(day: string, until: string, recurrence: Recurrence): number {
  if (recurrence === "monthly") return monthsBetween(day, until);
  const days = daysBetween(day, until);
  return recurrence === "weekly" ? Math.floor(days / 7) : days;
}

function dayOf(day: string, step: number, recurrence: Recurrence): string {
  if (recurrence === "monthly") return addMonths(day, step);
  return addDays(day, recurrence === "weekly" ? 7 * step : step);
}
