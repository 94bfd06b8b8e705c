import { timeZoneOf } from "#accounts/settings/index.ts";
import { metaAccountOf } from "#channels/connections/index.ts";
import { companyCostsOf } from "#inbox/costs/prices/cards.ts";
import type { CostAccount } from "#inbox/costs/schema.ts";
import { dayAt } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { isTimeZone } from "#platform/zone-offset.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./account.sql.ts";

/** Job name in the wake-up schedule of companies for which `costsJob` has work. */
export const COSTS_DUE = "costs";
/** Currency of a number for which neither provider nor Meta has set one. */
const DEFAULT_CURRENCY = "USD";

export function accountOf(db: Db, connectionId: number): CostAccount | undefined {
  const row = queryOne(db, sql.ofConnection, { connectionId });
  return row === undefined ? undefined : sql.read(row);
}

/** Returns the business account of an official number; if it has no row yet, creates it and schedules reading it from Meta. */
export function ensureAccount(unit: TenantUnit, connectionId: number): CostAccount {
  const known = accountOf(unit.db, connectionId);
  if (known) return known;
  const scope = metaAccountOf(unit.db, connectionId)?.parentId ?? `connection:${connectionId}`;
  execute(unit.db, sql.insert, { connectionId, scope });
  unit.scheduleWake(COSTS_DUE, unit.now);
  return { connectionId, scope, timezoneId: null, zone: null, currency: null, readAt: 0 };
}

/** The time zone of the business account; while it is unknown, that of the company. */
export const zoneOfAccount = (tenant: Tenant, { zone }: Pick<CostAccount, "zone">): string =>
  zone !== null && isTimeZone(zone) ? zone : timeZoneOf(tenant);

/** The day of the business account at an instant. */
export const dayOfAccount = (tenant: Tenant, account: Pick<CostAccount, "zone">, atMs: number): string =>
  dayAt(atMs, zoneOfAccount(tenant, account));

/** Currency in which a number is charged. */
export const currencyOf = (tenant: Tenant, account: Pick<CostAccount, "currency"> | undefined): string =>
  companyCostsOf(tenant.installation, tenant.id)?.currency ?? account?.currency ?? DEFAULT_CURRENCY;
