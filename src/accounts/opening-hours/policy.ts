import { addDays, dayAt, wallClock, weekdayOf } from "#platform/dates.ts";
import { type Holiday, type OpeningSpan, WEEKDAYS } from "./contract.ts";

/** A span in minutes since local midnight; end before start = over midnight. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}
const ALL_DAY: Stretch = { from: 0, to: 24 * 60 };

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const stretch = (start: string, end: string): Stretch => ({ from: minutes(start), to: minutes(end) });

/** The spans of a holiday; an exact date wins over a yearly one. */
function holidayOf(holidays: readonly Holiday[], day: string): readonly Stretch[] | undefined {
  const exact = holidays.filter(({ date }) => date === day);
  const found = exact.length > 0 ? exact : holidays.filter(({ date }) => date === day.slice(5));
  if (found.length === 0) return undefined;
  return found.flatMap(({ spans }) => spans.map(([start, end]) => stretch(start, end)));
}

/** Opening hours with what is needed to apply them. */
export interface Hours {
  readonly spans: readonly OpeningSpan[];
  readonly holidays: readonly Holiday[];
  readonly timeZone: string;
}

/** The spans that begin on this day. */
export function startingOn(
  day: string,
  spans: readonly OpeningSpan[],
  holidays: readonly Holiday[],
): readonly Stretch[] {
  const holiday = holidayOf(holidays, day);
  if (holiday) return holiday;
  if (spans.length === 0) return [ALL_DAY];
  const weekday = WEEKDAYS[weekdayOf(day)];
  return spans
    .filter(({ weekdayEn }) => weekdayEn === weekday)
    .map(({ startTime, endTime }) => stretch(startTime, endTime));
}

/**
 * Whether it is open now (docs/rules/opening-hours.md#spans). Start included, end excluded; equal times = closed;
 * `24:00` = the end of the day; end before start crosses midnight and belongs to the day it starts on; no entry for a
 * weekday = closed; no entries at all = always open; holidays win over weekdays. All times are local times of the
 * zone.
 */
export function isOpen(
  spans: readonly OpeningSpan[],
  holidays: readonly Holiday[],
  timeZone: string,
  nowMs: number,
): boolean {
  const clock = wallClock(nowMs, timeZone);
  const time = clock.hour() * 60 + clock.minute();
  const today = dayAt(nowMs, timeZone);
  const fromToday = startingOn(today, spans, holidays).some(({ from, to }) =>
    to < from ? time >= from : time >= from && time < to,
  );
  return (
    fromToday ||
    startingOn(addDays(today, -1), spans, holidays).some(({ from, to }) => to < from && time < to)
  );
}
