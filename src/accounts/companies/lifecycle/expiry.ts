import { timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Instant from which the company counts as expired: the day after its due date begins; never without one. */
function expiresAt(tenant: Tenant): number {
  const { dueDate } = tenant.company;
  if (dueDate === null) return Number.POSITIVE_INFINITY;
  const zone = timeZoneOf(tenant);
  return tenant.cached(
    `expiry:${dueDate}:${zone}`,
    () => startOfDay(addDays(dueDate, 1), zone) ?? Number.POSITIVE_INFINITY,
  );
}

/** Past its due date, in its own time zone (docs/rules/companies.md#expiry). */
export const isExpired = (tenant: Tenant): boolean => tenant.clock.now() >= expiresAt(tenant);

/** May do what costs the provider: bots, schedules, campaigns, the send API. A company that is switched off may not either. */
export const mayWork = (tenant: Tenant): boolean => tenant.company.active && !isExpired(tenant);

/** Connections stay open this long after the due date, ms (docs/rules/companies.md#expiry). */
const GRACE_MS = 7 * 86_400_000;

/** Its connections are closed: switched off, or a week past its due date (docs/rules/companies.md#expiry). */
export const isCutOff = (tenant: Tenant): boolean =>
  !tenant.company.active || tenant.clock.now() >= expiresAt(tenant) + GRACE_MS;
