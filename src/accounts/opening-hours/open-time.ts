import { dayAt, instantOf } from "#platform/dates.ts";
import { type Hours, startingOn } from "./policy.ts";

/** An open period in ms; `to` is excluded. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** Hours that have no open period for so many days count as never open. */
const MAX_CLOSED_DAYS = 400;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Open periods that end after `fromMs`, in the order of their start; they may overlap. */
function* periodsAfter(hours: Hours, fromMs: number): Generator<Period> {
  const { timeZone } = hours;
  const spansOf = weekOf(hours);
  let closedDays = 0;
  // Local midnights, written as if they were UTC. Begins a day early: a period of that day may end after midnight.
  let midnight = Date.parse(`${dayAt(fromMs, timeZone)}T00:00:00Z`) - DAY_MS;
  while (closedDays < MAX_CLOSED_DAYS) {
    closedDays += 1;
    for (const { from, to } of spansOf(midnight)) {
      const period = {
        from: instantOf(midnight + from * MINUTE_MS, timeZone),
        to: instantOf(midnight + (to < from ? to + DAY_MINUTES : to) * MINUTE_MS, timeZone),
      };
      if (period.to <= fromMs || period.to <= period.from) continue;
      closedDays = 0;
      yield period;
    }
    midnight += DAY_MS;
  }
}

type Spans = ReturnType<typeof startingOn>;

/** The spans that begin on a day, by its local midnight: days without a holiday are computed once per weekday. */
function weekOf({ spans, holidays }: Hours): (midnight: number) => Spans {
  const week = new Map<number, Spans>();
  const special = new Set(holidays.map(({ date }) => date));
  const sorted = (day: string, free: Hours["holidays"]): Spans =>
    startingOn(day, spans, free)
      .filter(({ from, to }) => from !== to)
      .sort((a, b) => a.from - b.from);
  return (midnight) => {
    const day = special.size > 0 ? dayOf(midnight) : "";
    if (special.has(day) || special.has(day.slice(5))) return sorted(day, holidays);
    const weekday = new Date(midnight).getUTCDay();
    const known = week.get(weekday) ?? sorted(dayOf(midnight), []);
    week.set(weekday, known);
    return known;
  };
}

const dayOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

/** The first open instant at or after `fromMs`, ms; null = never. `hours` null = always open. Pure. */
export function firstOpen(hours: Hours | null, fromMs: number): number | null {
  if (!hours) return fromMs;
  const { value } = periodsAfter(hours, fromMs).next();
  return value ? Math.max(fromMs, value.from) : null;
}

/**
 * The instant at which `ms` of opening time have passed since `fromMs`; null = that never happens. `hours` null =
 * always open. Pure.
 */
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

/** The opening time between two instants, ms; 0 when the second is not later. `hours` null = always open. Pure. */
export function openTimeBetween(hours: Hours | null, fromMs: number, toMs: number): number {
  if (toMs <= fromMs) return 0;
  if (!hours) return toMs - fromMs;
  let at = fromMs;
  let open = 0;
  for (const { from, to } of periodsAfter(hours, fromMs)) {
    if (from >= toMs) break;
    const start = Math.max(at, from);
    const end = Math.min(to, toMs);
    if (end <= start) continue;
    open += end - start;
    at = end;
  }
  return open;
}

/**
 * The latest instant from which `ms` of opening time pass until `untilMs`; null = there is none. `hours` null = always
 * open. Pure; a later `untilMs` never gives an earlier result.
 */
export function openTimeBefore(hours: Hours | null, untilMs: number, ms: number): number | null {
  if (!hours) return untilMs - ms;
  for (let days = 8; days <= MAX_CLOSED_DAYS; days *= 7) {
    const start = untilMs - ms - days * DAY_MS;
    let left = ms;
    for (const { from, to } of periodsBetween(hours, start, untilMs).toReversed()) {
      if (to - from >= left) return to - left;
      left -= to - from;
    }
  }
  return null;
}

/** The open periods of a range, cut at its ends, without overlaps, in their order. */
function periodsBetween(hours: Hours, fromMs: number, untilMs: number): Period[] {
  const periods: Period[] = [];
  for (const { from, to } of periodsAfter(hours, fromMs)) {
    if (from >= untilMs) break;
    const start = Math.max(from, fromMs, periods.at(-1)?.to ?? 0);
    const end = Math.min(to, untilMs);
    if (end > start) periods.push({ from: start, to: end });
  }
  return periods;
}
