import { timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, addMonths, startOfDay } from "#platform/dates.ts";
import type { Recurrence, Tenant } from "#tenants/tenant.ts";

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

/** Start of the day after the due date, in the company's time zone, ms; infinite without a due date. */
function expiresAt(tenant: Tenant): number {
  const { dueDate } = tenant.company;
  if (dueDate === null) return Number.POSITIVE_INFINITY;
  const zone = timeZoneOf(tenant);
  return tenant.cached(
    `expiry:${dueDate}:${zone}`,
    () => startOfDay(addDays(dueDate, 1), zone) ?? Number.POSITIVE_INFINITY,
  );
}

/** Whether the company is past its due date, in its own time zone (docs/rules/companies.md#expiry). */
export const isExpired = (tenant: Tenant): boolean => tenant.clock.now() >= expiresAt(tenant);

/**
 * Whether the company may use what costs the provider: bots, scheduled messages, campaigns, the send API. False when
 * it is expired or disabled.
 */
export const mayWork = (tenant: Tenant): boolean => tenant.company.active && !isExpired(tenant);

/** Connections stay open for this time after the due date, ms (docs/rules/companies.md#expiry). */
const GRACE_MS = 7 * 86_400_000;

/**
 * Whether the connections of the company are closed: it is disabled, or a week past its due date
 * (docs/rules/companies.md#expiry).
 */
export const isCutOff = (tenant: Tenant): boolean =>
  !tenant.company.active || tenant.clock.now() >= expiresAt(tenant) + GRACE_MS;
