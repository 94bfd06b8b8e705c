import { timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Today in the time zone of the company. */
export const todayOf = (tenant: Tenant): string => dayAt(tenant.clock.now(), timeZoneOf(tenant));
