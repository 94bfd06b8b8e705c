import { addMonths } from "#platform/dates.ts";
import type { Recurrence } from "#tenants/tenant.ts";

/** Months of a period (docs/rules/companies.md#calls). */
const MONTHS: Readonly<Record<Recurrence, number>> = {
  monthly: 1,
  bimonthly: 2,
  quarterly: 3,
  "half-yearly": 6,
  yearly: 12,
};

export const monthsOf = (recurrence: Recurrence): number => MONTHS[recurrence];

/** Day of the month of `YYYY-MM-DD`. */
export const dayOfMonth = (date: string): number => Number(date.slice(8, 10));

/**
 * The date one period later. `originalDay` (1-31) is the company's billing day: a shorter month clamps it, the next
 * longer one restores it (31 Jan → 28 Feb → 31 Mar; docs/rules/billing.md#due-date).
 */
export const addPeriod = (date: string, recurrence: Recurrence, originalDay = dayOfMonth(date)): string =>
  addMonths(date, monthsOf(recurrence), originalDay);
