import { addMonths } from "#platform/dates.ts";
import type { Recurrence } from "./contract.ts";

/** Months of a period (docs/rules/companies.md#calls). */
const MONTHS: Readonly<Record<Recurrence, number>> = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

/** Months of a recurrence; an unknown one counts as one month. */
export const monthsOf = (recurrence: string): number =>
  Object.hasOwn(MONTHS, recurrence) ? MONTHS[recurrence as Recurrence] : 1;

/** Day of the month of `YYYY-MM-DD`. */
export const dayOfMonth = (date: string): number => Number(date.slice(8, 10));

/**
 * The date one period later. `originalDay` (1-31) is the day of the month the company began with: a shorter month
 * clamps it, the next longer one brings it back (31 Jan → 28 Feb → 31 Mar; docs/rules/billing.md#due-date).
 */
export const addPeriod = (date: string, recurrence: string, originalDay = dayOfMonth(date)): string =>
  addMonths(date, monthsOf(recurrence), originalDay);
