import { addDays } from "#platform/zone.ts";
import type { Recurrence } from "./contract.ts";

/** Months of a period (docs/rules/companies.md#calls). */
const MONTHS: Readonly<Record<Recurrence, number>> = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

/** Months of a recurrence; one that is not known counts as a month. */
export const monthsOf = (recurrence: string): number =>
  Object.hasOwn(MONTHS, recurrence) ? MONTHS[recurrence as Recurrence] : 1;

/** Day of the month of `YYYY-MM-DD`. */
export const dayOfMonth = (date: string): number => Number(date.slice(8, 10));

/**
 * The date one period later. `originalDay` (1-31) is the day of the month the company began with: a shorter month
 * clamps it, the next longer one brings it back (31 Jan → 28 Feb → 31 Mar; docs/rules/billing.md#due-date).
 */
export function addPeriod(date: string, recurrence: string, originalDay: number = dayOfMonth(date)): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + monthsOf(recurrence), 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(originalDay, last) - 1);
}
