import { timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";

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
