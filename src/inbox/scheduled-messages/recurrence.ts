import { addDays, dayAt, parseInstant, wallClock } from "#platform/zone.ts";
import type { Recurrence } from "./contract.ts";

const two = (value: number): string => String(value).padStart(2, "0");
const DAY_MS = 86_400_000;

/** The wall clock of a company at this instant, `YYYY-MM-DD HH:mm:ss`: where a series begins. */
export function seriesStartAt(atMs: number, zone: string): string {
  const { hour, minute, second } = wallClock(atMs, zone);
  return `${dayAt(atMs, zone)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/**
 * The first time of a series behind `afterMs`; null when it does not repeat. Always at the same time of the wall
 * clock, whatever the clocks did; monthly on a day the month lacks means its last day. Times that were missed are
 * passed over: after a long stop one message goes, not all of them.
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
  // The estimate is off by one at most.
  for (let step = first; step < first + 4; step += 1) {
    const at = parseInstant(`${dayOf(day, step, recurrence)} ${time}`, zone);
    if (at !== undefined && at > afterMs) return at;
  }
  throw new Error(`no next time behind ${start}`);
}

function stepsUntil(day: string, until: string, recurrence: Recurrence): number {
  if (recurrence === "monthly") return monthOf(until) - monthOf(day);
  const days = (Date.parse(until) - Date.parse(day)) / DAY_MS;
  return Math.floor(recurrence === "weekly" ? days / 7 : days);
}

function dayOf(day: string, step: number, recurrence: Recurrence): string {
  if (recurrence !== "monthly") return addDays(day, recurrence === "weekly" ? 7 * step : step);
  const month = monthOf(day) + step;
  const [year, index] = [Math.floor(month / 12), month % 12];
  const last = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  return `${String(year).padStart(4, "0")}-${two(index + 1)}-${two(Math.min(Number(day.slice(8)), last))}`;
}

/** Months since year 0. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
