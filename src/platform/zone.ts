/** Local time of an IANA zone, without the machine's own zone. Days are `YYYY-MM-DD`, instants ms since 1970 UTC. */

/** A zone has many spellings: upper and lower case are not told apart. */
const MOST_ZONES = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let known = formats.get(zone);
  if (!known) {
    known = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    if (formats.size >= MOST_ZONES) formats.clear();
    formats.set(zone, known);
  }
  return known;
}

/** What the wall clock shows. `month` 1-12, `weekday` 0 = Sunday. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
}

export function wallClock(atMs: number, zone: string): WallClock {
  const found: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) found[type] = Number(value);
  const part = (name: string) => found[name] ?? 0;
  const [year, month, day] = [part("year"), part("month"), part("day")];
  return {
    year,
    month,
    day,
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
  };
}

const two = (value: number) => String(value).padStart(2, "0");

/** The day it is at this instant. */
export function dayAt(atMs: number, zone: string): string {
  const { year, month, day } = wallClock(atMs, zone);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

const offsetAt = (atMs: number, zone: string): number => {
  const wall = wallClock(atMs, zone);
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
  return asUtc - Math.floor(atMs / 1000) * 1000;
};

const DAY_MS = 86_400_000;

/**
 * The instant of a local time. One that a clock change skips moves forward to the first existing minute; one that
 * comes twice means the first (docs/rules/general.md#dates). `localMs` = the local time read as if it were UTC.
 */
function instantOf(localMs: number, zone: string): number {
  const before = offsetAt(localMs - DAY_MS, zone);
  const after = offsetAt(localMs + DAY_MS, zone);
  const fitting = [localMs - before, localMs - after].filter((at) => at + offsetAt(at, zone) === localMs);
  if (fitting.length > 0) return Math.min(...fitting);
  // Skipped: the clock jumps somewhere between these two.
  let low = localMs - Math.max(before, after);
  let high = localMs - Math.min(before, after);
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** First instant of a day; undefined when there is no such day. */
export function startOfDay(day: string, zone: string): number | undefined {
  const localMs = localMsOf(day);
  return localMs === undefined ? undefined : instantOf(localMs, zone);
}

/** The first and the last day that `YYYY-MM-DD` can write. */
const FIRST_MS = Date.parse("0001-01-01T00:00:00Z");
const LAST_MS = Date.UTC(9999, 11, 31);

/** The day `days` later (or earlier), at most 9999-12-31. */
export function addDays(day: string, days: number): string {
  const localMs = localMsOf(day) ?? Number.NaN;
  return new Date(Math.min(localMs + days * DAY_MS, LAST_MS)).toISOString().slice(0, 10);
}

/**
 * A date as people and clients write it: ISO with offset, or `YYYY-MM-DD HH:mm[:ss]` (also with `T`) on the wall
 * clock of the zone. Undefined when it is neither, and beyond the years 0 to 9999.
 */
export function parseInstant(text: string, zone: string): number | undefined {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text) && text.includes("T")) {
    const at = Date.parse(text);
    // Years that a day cannot write (`+275760-09-13`) are no dates.
    return at >= FIRST_MS && at < LAST_MS ? at : undefined;
  }
  const localMs = localMsOf(text);
  return localMs === undefined || text.length < 16 ? undefined : instantOf(localMs, zone);
}

function localMsOf(text: string): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(localMs);
  const exists =
    back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return exists ? localMs : undefined;
}
