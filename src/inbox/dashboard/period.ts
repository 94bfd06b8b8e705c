import { addDays, dayAt, daysBetween, parseInstant, startOfDay } from "#platform/dates.ts";
import { AppError, invalidFields } from "#platform/errors.ts";
import { MAX_PERIOD_DAYS, type Period } from "./contract.ts";

/** A time span in milliseconds; the end is excluded. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
interface Asked {
  readonly days?: string | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/**
 * Parses the requested period (docs/rules/dashboard.md#period): `days` up to today, else the dates. Without an end it
 * ends today; without a start it begins 366 days before the end. Invalid numbers and dates are ignored. Throws 400
 * ERR_NO_FILTER when no valid parameter is left, 400 ERR_VALIDATION over 366 days or when the end lies before the
 * start.
 */
export function periodOf({ days, date_from, date_to }: Asked, today: string, zone: string): Period {
  const wholeDays = days !== undefined && /^\d{1,9}$/.test(days) ? Number(days) : 0;
  if (wholeDays > MAX_PERIOD_DAYS) throw invalidFields({ days: "invalid" });
  if (wholeDays > 0) return { from: addDays(today, 1 - wholeDays), to: today };
  const [start, end] = [dayOf(date_from, zone), dayOf(date_to, zone)];
  if (start === undefined && end === undefined) throw noFilter();
  const to = end ?? (start !== undefined && start > today ? start : today);
  const from = start ?? addDays(to, 1 - MAX_PERIOD_DAYS);
  if (from > to) throw invalidFields({ date_to: "invalid" });
  if (daysBetween(from, to) >= MAX_PERIOD_DAYS) throw invalidFields({ date_from: "invalid" });
  return { from, to };
}

/** Returns the period of the same length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
}

/** Every day of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

/** Parses a date as a day in the company's time zone; undefined when it is invalid. */
export function dayOf(text: string | undefined, zone: string): string | undefined {
  if (text === undefined || text < "1970-01-02") return undefined;
  if (text.length === 10) return startOfDay(text, zone) === undefined ? undefined : text;
  const at = parseInstant(text, zone);
  return at === undefined ? undefined : dayAt(at, zone);
}

/** Returns the span from the first millisecond of a period to the first one after it. */
export function spanOf({ from, to }: Period, zone: string): Span {
  return { fromMs: dayStart(from, zone), toMs: dayStart(addDays(to, 1), zone) };
}

function dayStart(day: string, zone: string): number {
  const at = startOfDay(day, zone);
  if (at === undefined) throw new Error(`no such day: ${day}`);
  return at;
}

/** 400: no valid parameter; the page shows 'Parametrize o filtro'. */
const noFilter = () => new AppError(400, "ERR_NO_FILTER");
