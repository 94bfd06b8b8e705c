import { addCostLine, todayOf } from "#accounts/billing/index.ts";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { companyCostsOf } from "#inbox/costs/prices/cards.ts";
import { moneyOf } from "#inbox/costs/report/report.ts";
import * as state from "#inbox/costs/state.sql.ts";
import { addDays, addMonths } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { centsOf } from "./amount.ts";
import * as sql from "./pass-on.sql.ts";

/** Days after the end of a month: reports of its last messages may arrive late. */
const WAIT_DAYS = 3;
/** Key of the last month that was passed on, `YYYY-MM`. */
const PASSED_ON = "passed_on";

const monthAfter = (month: string): string => addMonths(`${month}-01`, 1).slice(0, 7);

/** True when the provider pays Meta for this company. */
export const isPassedOn = (tenant: Tenant): boolean =>
  tenant.id !== PROVIDER_ID && companyCostsOf(tenant.installation, tenant.id)?.payer === "provider";

/**
 * Puts each ended month on an invoice of a company whose provider pays Meta (docs/rules/costs.md#passing-on). The line is unique per
 * month in the system file, so a run that was killed is repeated without a second line. A month that is being repriced waits, and so
 * do the months after it.
 */
export function passOnMonths(tenant: Tenant): void {
  const { installation } = tenant;
  const conditions = companyCostsOf(installation, tenant.id);
  if (!conditions || !isPassedOn(tenant)) return;
  const ended = addMonths(addDays(todayOf(tenant), -WAIT_DAYS), -1, 1).slice(0, 7);
  const passedOn = queryOne(tenant.db, state.read, { key: PASSED_ON })?.value;
  const next = passedOn === undefined ? "" : monthAfter(passedOn);
  const { marginPercent, rate, since } = conditions;
  const { currency, hasMoney } = moneyOf(tenant);
  if (!hasMoney) return;
  const [, first = ended] = [next, since].sort();
  for (let month = first; month <= ended; month = monthAfter(month)) {
    if (queryOne(tenant.db, sql.isRepriced, { month })) return;
    const sum = queryOne(tenant.db, sql.sumOfMonth, { from: `${month}-01`, to: `${month}-31`, currency });
    const { micros, charged } = sum ?? { micros: 0, charged: 0 };
    const valueCents = centsOf({ micros, rate, marginPercent });
    if (valueCents > 0)
      addCostLine(tenant, {
        ...{ period: month, quantity: charged, valueCents },
        detail: { micros, currency, rate, marginPercent },
      });
    tenant.write((unit) => void execute(unit.db, state.write, { key: PASSED_ON, value: month }));
  }
}
