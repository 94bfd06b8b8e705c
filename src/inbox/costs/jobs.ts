import { timeZoneOf } from "#accounts/settings/index.ts";
import { addMonths, dayAt } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { COSTS_DUE } from "./account/account.ts";
import { hasOfficialNumber, readAccounts } from "./account/read.ts";
import { noteBudget } from "./budget/budget.ts";
import * as sql from "./ledger/reprice.sql.ts";
import { notePriceChanges, runRepricing } from "./ledger/reprice.ts";
import { isPassedOn, passOnMonths } from "./passing-on/pass-on.ts";
import { checkMonth } from "./report/check.ts";
import * as state from "./state.sql.ts";

const HOUR_MS = 60 * 60_000;
/** Months after which rows of the ledger are deleted; the totals are kept. */
const KEPT_MONTHS = 25;
/** Day of the month from which the previous month is compared with Meta, because reports of its last messages may arrive late. */
const CHECK_FROM_DAY = 3;
const CHECKED = "checked";
/** Rows deleted in one run of the job. */
const DELETED_AT_ONCE = 2000;

/** Every 15 s for companies with work: reads the business accounts, applies changed price cards, prices months again. */
export const costsJob = defineDueJob({
  job: COSTS_DUE,
  every: { seconds: 15 },
  failure: "costs not brought up to date",
  retryMs: HOUR_MS,
  yields: true,
  run: bringUpToDate,
});

async function bringUpToDate(tenant: Tenant): Promise<void> {
  const { tenants, clock } = tenant.installation;
  // Rescheduled before the work, so that a change that arrives while the job runs can schedule an earlier wake-up.
  const hasWork = hasOfficialNumber(tenant) || isPassedOn(tenant);
  const next = hasWork ? clock.now() + HOUR_MS : null;
  tenants.rescheduleWake(tenant.id, COSTS_DUE, next);
  await readAccounts(tenant);
  tenant.write(notePriceChanges);
  await runRepricing(tenant);
  tenant.write(noteBudget);
  passOnMonths(tenant);
  await checkLastMonth(tenant);
  if (deleteExpired(tenant)) tenants.scheduleWakeUnsynced(tenant.id, COSTS_DUE, clock.now());
}

/**
 * Once a month, from its third day, compares the previous month with Meta's figures and notifies the admins of a difference
 * (docs/rules/costs.md#check). Begins with the first full month. If Meta refuses, the comparison is retried an hour later.
 */
async function checkLastMonth(tenant: Tenant): Promise<void> {
  const today = dayAt(tenant.clock.now(), timeZoneOf(tenant));
  const month = addMonths(today, -1, 1).slice(0, 7);
  if (!hasOfficialNumber(tenant)) return;
  const checked = queryOne(tenant.db, state.read, { key: CHECKED })?.value;
  const store = (value: string) =>
    tenant.write((unit) => void execute(unit.db, state.write, { key: CHECKED, value }));
  // The ledger has only a part of its first month; Meta's figures of that month would always differ.
  if (checked === undefined) return store(today.slice(0, 7));
  if (Number(today.slice(8)) < CHECK_FROM_DAY || checked >= month) return;
  try {
    await checkMonth(tenant, month);
    store(month);
  } catch (error) {
    tenant.log.warn(
      { month, err: error },
      "costs of the month not compared with Meta's figures; retried in an hour",
    );
  }
}

/** Returns true when more rows may remain, so that the job is due again immediately. */
function deleteExpired(tenant: Tenant): boolean {
  const today = dayAt(tenant.clock.now(), "UTC");
  const before = addMonths(today, -KEPT_MONTHS, 1);
  const { changes } = tenant.write((unit) =>
    execute(unit.db, sql.expired, { before, limit: DELETED_AT_ONCE }),
  );
  return changes === DELETED_AT_ONCE;
}
