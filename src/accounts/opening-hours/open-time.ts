import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import { type Hours, startingOn } from "./policy.ts";

/** An open period in ms; `to` is excluded. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** Days that are searched for an open period: hours without any span in this time count as never open. */
const MAX_DAYS = 400;

/** Open periods that end after `fromMs`, in the order of their start; they may overlap. */
function* periodsAfter({ spans, holidays, timeZone }: Hours, fromMs: number): Generator<Period> {
  let day = addDays(dayAt(fromMs, timeZone), -1);
  for (let days = 0; days < MAX_DAYS; days += 1) {
    const periods = startingOn(day, spans, holidays)
      .filter(({ from, to }) => from !== to)
      .map(({ from, to }) => ({
        from: instantAt(day, from, timeZone),
        to: instantAt(day, to < from ? to + DAY_MINUTES : to, timeZone),
      }))
      .sort((a, b) => a.from - b.from);
    for (const period of periods) if (period.to > fromMs) yield period;
    day = addDays(day, 1);
  }
}

const DAY_MINUTES = 24 * 60;
const two = (value: number): string => String(value).padStart(2, "0");

/** The instant of a time of day, minutes since midnight; from 24:00 on it is on the next day. */
function instantAt(day: string, minutes: number, timeZone: string): number {
  const date = minutes >= DAY_MINUTES ? addDays(day, 1) : day;
  const rest = minutes % DAY_MINUTES;
  return parseInstant(`${date} ${two(Math.floor(rest / 60))}:${two(rest % 60)}`, timeZone) ?? 0;
}

/** The first open instant at or after `fromMs`, ms; null = never. `hours` null = always open. Pure. */
export function firstOpen(hours: Hours | null, fromMs: number): number | null {
  if (!hours) return fromMs;
  const { value } = periodsAfter(hours, fromMs).next();
  return value ? Math.max(fromMs, value.from) : null;
}

/** The instant at which `ms` of opening time have passed since `fromMs`; null = never. `hours` null = always open. Pure. */
export function addOpenTime(hours: Hours | null, fromMs: number, ms: number): number | null {
  if (!hours) return fromMs + ms;
  let at = fromMs;
  let left = ms;
  for (const { from, to } of periodsAfter(hours, fromMs)) {
    const start = Math.max(at, from);
    if (to <= start) continue;
    if (to - start >= left) return start + left;
    left -= to - start;
    at = to;
  }
  return null;
}

/** The open time between two instants, ms; overlapping spans count once. `hours` null = always open. Pure. */
export function openTimeBetween(hours: Hours | null, fromMs: number, toMs: number): number {
  if (!hours) return Math.max(0, toMs - fromMs);
  let open = 0;
  let at = fromMs;
  for (const { from, to } of periodsAfter(hours, fromMs)) {
    // Spans over midnight may overlap the next day; no span begins earlier than those of the day before.
    if (from >= toMs) break;
    const [start, end] = [Math.max(at, from), Math.min(to, toMs)];
    if (end <= start) continue;
    open += end - start;
    at = end;
  }
  return open;
}
