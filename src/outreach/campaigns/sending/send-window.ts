import { addDays, dayAt, parseInstant, startOfDay, weekdayOf } from "#platform/dates.ts";

/** When campaigns may send, on the company's wall clock; 0 = Sunday (docs/rules/campaigns.md#pacing). */
export interface SendWindow {
  readonly days: readonly number[];
  /** `HH:mm`; up to 24:00. An end at or before the start is that of the next day. */
  readonly from: string;
  readonly to: string;
}

/** The first moment from `nowMs` on in which may be sent: itself when it is open; null = never. */
export function nextWindowStart(window: SendWindow, zone: string, nowMs: number): number | null {
  const today = dayAt(nowMs, zone);
  // From yesterday, whose window may reach over midnight, to the same weekday of next week.
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
