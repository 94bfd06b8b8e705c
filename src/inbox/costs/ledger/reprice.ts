import { auditIn } from "#accounts/audit/index.ts";
import { companyCostsOf } from "#inbox/costs/prices/cards.ts";
import { SERVICE_COSTS_FROM } from "#inbox/costs/prices/rules.ts";
import * as state from "#inbox/costs/state.sql.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { priceInOrder, repriceMonth } from "./price.ts";
import * as sql from "./reprice.sql.ts";

/** Rows priced in one transaction, which takes a few milliseconds. */
const SLICE = 200;

/**
 * Reprices the months that wait for it, each from its first row in the order of delivery (docs/rules/costs.md#repricing). After a
 * kill the run continues at the stored cursor.
 */
export async function runRepricing(tenant: Tenant): Promise<void> {
  for (const month of queryAll(tenant.db, sql.pending)) {
    const key = { scope: month.scope, month: month.month };
    while (tenant.write((unit) => nextSlice(unit, key))) await yieldToEventLoop("server");
  }
}

/** Returns false when the month is finished. */
function nextSlice(unit: TenantUnit, key: { scope: string; month: string }): boolean {
  const { db } = unit;
  const run = queryAll(db, sql.pending).find(
    ({ scope, month }) => scope === key.scope && month === key.month,
  );
  if (!run) return false;
  if (run.at === -1) {
    execute(db, sql.resetCounters, key);
    execute(db, sql.resetAllowance, key);
    execute(db, sql.markMarked, { ...key, from: SERVICE_COSTS_FROM });
  }
  const rows = queryAll(db, sql.next, { ...key, at: run.at, messageId: run.messageId, limit: SLICE }).map(
    sql.read,
  );
  for (const row of rows) if (row.delivered && row.state !== "void") priceInOrder(unit, row);
  const last = rows.at(-1);
  if (last) {
    execute(db, sql.advance, { ...key, at: last.at, messageId: last.messageId });
    return true;
  }
  // A row arrived whose delivery is before the cursor, so the price of every later row may change: start again.
  if (run.again === 1) {
    execute(db, sql.restart, key);
    return true;
  }
  execute(db, sql.done, key);
  return false;
}

const APPLIED = "rates";
/** Currency that the provider chose; "" = that of the business account. */
const CONDITIONS = "conditions";

/**
 * Schedules the repricing of every month to which a price card applies that changed since the last call; the job
 * reprices them. Returns the number of months.
 */
export function notePriceChanges(unit: TenantUnit): number {
  const since = Number(queryOne(unit.db, state.read, { key: APPLIED })?.value ?? -1);
  const changed = queryOne(unit.tenant.installation.system, sql.changedSince, { since });
  const conditions = companyCostsOf(unit.tenant.installation, unit.tenant.id)?.currency ?? "";
  const isOtherCurrency = (queryOne(unit.db, state.read, { key: CONDITIONS })?.value ?? "") !== conditions;
  const from = isOtherCurrency ? "" : changed?.from?.slice(0, 7);
  if (from === undefined) return 0;
  execute(unit.db, state.write, { key: CONDITIONS, value: conditions });
  if (changed?.at) execute(unit.db, state.write, { key: APPLIED, value: String(changed.at) });
  const months = queryAll(unit.db, sql.scopesSince, { month: from });
  for (const { scope, month } of months) repriceMonth(unit, { scope, day: `${month}-01` });
  if (months.length > 0)
    auditIn(unit, {
      ...{ who: "product", userId: null, name: "", kind: "cost", action: "changed" },
      details: { count: months.length },
    });
  return months.length;
}
