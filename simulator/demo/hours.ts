import { type OpeningSpan, WEEKDAYS, type Weekday } from "#accounts/opening-hours/contract.ts";

const span = (weekdayEn: Weekday, startTime: string, endTime: string): OpeningSpan => ({
  weekday: "",
  weekdayEn,
  startTime,
  endTime,
});

/** Bread is early, and on Sundays only until noon. */
export const BAKERY = WEEKDAYS.map((day) => span(day, "06:00", day === "sunday" ? "12:00" : "20:00"));
/** Somebody is always there. */
export const ROUND_THE_CLOCK = WEEKDAYS.map((day) => span(day, "00:00", "23:59"));
