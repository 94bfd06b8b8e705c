import { addDays, startOfDay } from "#platform/zone.ts";
import { timeZoneOf } from "#settings/index.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Instant from which the company counts as expired: the day after its due date begins; never without one. */
export function expiresAt(tenant: Tenant): number {
  const { dueDate } = tenant.company;
  if (dueDate === null) return Number.POSITIVE_INFINITY;
  const zone = timeZoneOf(tenant);
  return tenant.cached(
    `expiry:${dueDate}:${zone}`,
    () => startOfDay(addDays(dueDate, 1), zone) ?? Number.POSITIVE_INFINITY,
  );
}

/** Past its due date, in its own time zone (behaviour 24.3). */
export const isExpired = (tenant: Tenant): boolean => tenant.clock.now() >= expiresAt(tenant);
