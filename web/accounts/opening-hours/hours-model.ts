import type { OpeningSpan, Weekday } from "#accounts/opening-hours/contract.ts";

/** A week of opening hours, as the editor shows it. */
export const DAYS: readonly Weekday[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];
export type Spans = readonly OpeningSpan[];

const CLOSED = { startTime: "00:00", endTime: "00:00" };
const ALL_DAY = { startTime: "00:00", endTime: "24:00" };
const MORNING = { startTime: "08:00", endTime: "18:00" };
type Times = Pick<OpeningSpan, "startTime" | "endTime">;

/** `00:00–00:00`: the stored span of a closed day (docs/rules/opening-hours.md#spans). */
const isClosed = ({ startTime, endTime }: Times): boolean => startTime === "00:00" && endTime === "00:00";
export const isAllDay = ({ startTime, endTime }: Times): boolean =>
  startTime === "00:00" && endTime === "24:00";
/** True when the span crosses midnight. */
export const isOvernight = ({ startTime, endTime }: Times): boolean => endTime < startTime;

/** The open spans of one day; empty = closed. */
export const openSpans = (spans: Spans, day: Weekday): Spans =>
  spans.filter((span) => span.weekdayEn === day && !isClosed(span));

const spanOf = (day: Weekday, times: Times): OpeningSpan => ({ weekday: "", weekdayEn: day, ...times });

/** The week with the spans of one day replaced, sorted from Monday; a day without spans is stored as closed. */
function withDay(spans: Spans, day: Weekday, times: readonly Times[]): Spans {
  return DAYS.flatMap((each) => {
    const chosen = each === day ? times : openSpans(spans, each);
    if (chosen.length === 0) return [spanOf(each, CLOSED)];
    return chosen.map(({ startTime, endTime }) => spanOf(each, { startTime, endTime }));
  });
}

export const closeDay = (spans: Spans, day: Weekday): Spans => withDay(spans, day, []);
export const openAllDay = (spans: Spans, day: Weekday): Spans => withDay(spans, day, [ALL_DAY]);
export const openDay = (spans: Spans, day: Weekday): Spans => withDay(spans, day, [MORNING]);

/** Adds a span of two hours, one hour after the last one ends; at 22:00 when the last one ends later. */
export function addSpan(spans: Spans, day: Weekday): Spans {
  const open = openSpans(spans, day);
  const last = open.at(-1);
  const hour = last ? Math.min(Number(last.endTime.slice(0, 2)) + 1, 22) : 8;
  const times = { startTime: `${two(hour)}:00`, endTime: `${two(hour + 2)}:00` };
  return withDay(spans, day, [...open, times]);
}

export const removeSpan = (spans: Spans, day: Weekday, index: number): Spans =>
  withDay(
    spans,
    day,
    openSpans(spans, day).filter((_, at) => at !== index),
  );

export const changeSpan = (spans: Spans, day: Weekday, index: number, times: Partial<Times>): Spans =>
  withDay(
    spans,
    day,
    openSpans(spans, day).map((span, at) => (at === index ? { ...span, ...times } : span)),
  );

/** Copies the spans of one day to other days. */
export const copyDay = (spans: Spans, from: Weekday, to: readonly Weekday[]): Spans =>
  to.reduce((week, day) => withDay(week, day, openSpans(spans, from)), spans);

const two = (value: number) => String(value).padStart(2, "0");

/**
 * Reads a typed time (`8`, `830`, `08h30`, `8:30`) as `HH:MM`; null when it is none. `24:00` is valid only as an end.
 */
export function readTime(typed: string, isEnd: boolean): string | null {
  const found = /^\s*(\d{1,2})(?:\s*[:h.]?\s*(\d{2}))?\s*[h]?\s*$/i.exec(typed);
  const short = /^\s*(\d)(\d{2})\s*$/.exec(typed);
  const [hour, minute] = (short ?? found)?.slice(1).map((part) => Number(part ?? 0)) ?? [];
  if (hour === undefined || minute === undefined || minute > 59) return null;
  if (hour > 24 || (hour === 24 && (minute > 0 || !isEnd))) return null;
  return `${two(hour)}:${two(minute)}`;
}

/** Position of a span on the 24-hour bar, as fractions of the day; a span over midnight is cut at midnight. */
export function onLine(times: Times): { readonly from: number; readonly to: number } {
  const share = (text: string) => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) / 1440;
  return { from: share(times.startTime), to: isOvernight(times) ? 1 : share(times.endTime) };
}
