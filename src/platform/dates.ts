/** Dates and times by dayjs, without the machine's own zone. Days are `YYYY-MM-DD`, instants ms since 1970 UTC. */
import dayjs, { type Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";
import { zoneOffset } from "./zone-offset.ts";

dayjs.extend(utc);

const DAY = "YYYY-MM-DD";
const DAY_MS = 86_400_000;
/** First and last instant of the years that `YYYY-MM-DD` can represent. */
const FIRST_MS = Date.parse("0001-01-01T00:00:00Z");
const LAST_MS = Date.UTC(9999, 11, 31);

/**
 * The wall clock of a zone at an instant, to be read by `hour()`, `day()` (0 = Sunday), `format()` …; it is kept in UTC, so its
 * `valueOf()` is not the instant. (`dayjs.tz` takes 20 times as long.)
 */
export const wallClock = (atMs: number, zone: string): Dayjs => dayjs.utc(atMs + zoneOffset(zone, atMs));

/** The day of a zone at an instant. */
export const dayAt = (atMs: number, zone: string): string => wallClock(atMs, zone).format(DAY);

/** The first instant of a day; undefined when there is no such day. */
export function startOfDay(day: string, zone: string): number | undefined {
  const local = parseLocal(day);
  return local && instantOf(local.valueOf(), zone);
}

/** The day `days` later (or earlier), at most 9999-12-31. Throws RangeError when `day` is no day. */
export function addDays(day: string, days: number): string {
  const later = parseLocal(day)?.add(days, "day");
  if (!later) throw new RangeError(`not a day: ${day}`);
  return (later.valueOf() <= LAST_MS ? later : dayjs.utc(LAST_MS)).format(DAY);
}

/**
 * The day `months` later (or earlier), on `dayOfMonth`, by default that of `day`; a shorter month means its last day
 * (31 January → 28 February).
 */
export function addMonths(day: string, months: number, dayOfMonth = Number(day.slice(8, 10))): string {
  const month = dayjs.utc(day.slice(0, 7)).add(months, "month");
  return month.date(Math.min(dayOfMonth, month.daysInMonth())).format(DAY);
}

/** Days from one day to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => dayjs.utc(to).diff(dayjs.utc(from), "day");

/** Months from the month of one day to the month of another. */
export const monthsBetween = (from: string, to: string): number =>
  dayjs.utc(to.slice(0, 7)).diff(dayjs.utc(from.slice(0, 7)), "month");

/** The weekday of a day, 0 = Sunday. */
export const weekdayOf = (day: string): number => dayjs.utc(day).day();

/**
 * The instant of a date: ISO with offset, or `YYYY-MM-DD HH:mm[:ss]` (also with `T`) on the wall clock of the zone.
 * Undefined for any other text, and outside the years 1 to 9999.
 */
export function parseInstant(text: string, zone: string): number | undefined {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text) && text.includes("T")) {
    const at = Date.parse(text);
    // Years outside `YYYY-MM-DD` (`+275760-09-13`) are rejected.
    return at >= FIRST_MS && at < LAST_MS ? at : undefined;
  }
  const local = parseLocal(text);
  return local === undefined || text.length < 16 ? undefined : instantOf(local.valueOf(), zone);
}

const LOCAL = /^\d{4}-\d{2}-\d{2}(?:[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/;

/** Parses a local date or time as if it were UTC; undefined when the text is not a valid one. */
function parseLocal(text: string): Dayjs | undefined {
  if (!LOCAL.test(text)) return undefined;
  const local = dayjs.utc(text);
  // dayjs reads 30 February as 2 March.
  const exists = local.month() + 1 === Number(text.slice(5, 7)) && local.date() === Number(text.slice(8, 10));
  return exists ? local : undefined;
}

/**
 * The instant of a local time, given as if it were UTC, ms. A time that a clock change skips moves forward to the first
 * existing minute; a repeated one is the first of the two (docs/rules/general.md#dates). `dayjs.tz` returns other instants
 * for both.
 */
export function instantOf(localMs: number, zone: string): number {
  const before = zoneOffset(zone, localMs - DAY_MS);
  const after = zoneOffset(zone, localMs + DAY_MS);
  const candidates = [localMs - before, localMs - after].filter(
    (at) => at + zoneOffset(zone, at) === localMs,
  );
  if (candidates.length > 0) return Math.min(...candidates);
  // Skipped: search for the clock change between these two instants.
  let low = localMs - Math.max(before, after);
  let high = localMs - Math.min(before, after);
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (zoneOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
