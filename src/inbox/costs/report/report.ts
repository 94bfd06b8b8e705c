import { installationSetting, setting, timeZoneOf } from "#accounts/settings/index.ts";
import { currencyOf, dayOfAccount } from "#inbox/costs/account/account.ts";
import { type CostLine, type CostQuery, type CostReport, MAX_DAYS } from "#inbox/costs/contract.ts";
import { hasConfirmedPrices } from "#inbox/costs/prices/cards.ts";
import { SERVICE_COSTS_FROM } from "#inbox/costs/prices/rules.ts";
import { addDays, daysBetween, startOfDay } from "#platform/dates.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import * as sql from "./report.sql.ts";

/**
 * Currency of the company's reports and budget, and whether its amounts may be shown at all. The currency is the one that the
 * provider chose, else that of the first official number.
 */
export function moneyOf(
  tenant: Tenant,
  wanted?: string,
): { readonly currency: string; readonly hasMoney: boolean } {
  const currency = wanted ?? currencyOf(tenant, queryAll(tenant.db, sql.numbers)[0]);
  return { currency, hasMoney: hasConfirmedPrices(tenant.installation, currency) };
}

/** Throws 400 for a period that is reversed or longer than 366 days. */
export function checkPeriod({ from, to }: { readonly from: string; readonly to: string }): void {
  const isDay = (day: string) => startOfDay(day, "UTC") !== undefined;
  if (!isDay(from)) throw invalidFields({ from: "invalid" });
  if (!isDay(to) || to < from || daysBetween(from, to) >= MAX_DAYS) throw invalidFields({ to: "invalid" });
}

/** Returns the costs of a period, grouped by one property (docs/rules/costs.md#reports). For admins. */
export function costReport({ tenant }: UserCtx, { from, to, groupBy, ...asked }: CostQuery): CostReport {
  checkPeriod({ from, to });
  const { currency, hasMoney } = moneyOf(tenant, asked.currency);
  const shown = (line: sql.Line): CostLine => ({ ...line, micros: hasMoney ? line.micros : null });
  const sum = queryOne(tenant.db, sql.sum, { from, to, currency });
  const none = { count: 0, free: 0, unpriced: 0, estimated: 0, micros: 0 };
  return {
    currency,
    hasMoney,
    total: shown({ key: "", name: null, ...(sum ?? none) }),
    lines: queryAll(tenant.db, sql.lines(groupBy), { from, to, currency }).map(shown),
    currencies: queryAll(tenant.db, sql.currencies, { from, to }).map((row) => row.currency),
    freeLeft: freeLeft(tenant),
    unknownZones: queryAll(tenant.db, sql.unknownZones).map(({ name }) => name),
    saved:
      queryOne(tenant.db, sql.saved, { from: startMs(from, tenant), to: startMs(addDays(to, 1), tenant) })
        ?.n ?? 0,
  };
}

const startMs = (day: string, tenant: Tenant): number => startOfDay(day, timeZoneOf(tenant)) ?? 0;

/** Answers left of the free ones of this month, over all official numbers. */
function freeLeft(tenant: Tenant): number {
  const limit = installationSetting(tenant.installation, "freeServiceMessages");
  return queryAll(tenant.db, sql.numbers).reduce((sum, { connectionId, scope, zone }) => {
    const day = dayOfAccount(tenant, { zone }, tenant.clock.now());
    if (day < SERVICE_COSTS_FROM) return sum;
    const key = { scope, month: day.slice(0, 7), market: `number:${connectionId}` };
    return sum + Math.max(0, limit - (queryOne(tenant.db, sql.freeUsed, key)?.count ?? 0));
  }, 0);
}

/** Whether this person may see what messages cost. Rule: docs/rules/costs.md#visibility. */
const maySeeCosts = ({ tenant, actor }: UserCtx): boolean => isAdmin(actor) || setting(tenant, "showCosts");

/** Throws 403 ERR_NO_PERMISSION. */
export function refuseWithoutCosts(ctx: UserCtx): void {
  if (!maySeeCosts(ctx)) throw noPermission();
}
