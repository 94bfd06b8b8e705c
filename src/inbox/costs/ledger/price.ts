import { installationSetting } from "#accounts/settings/index.ts";
import { COSTS_DUE, currencyOf, ensureAccount } from "#inbox/costs/account/account.ts";
import { priceFor } from "#inbox/costs/prices/cards.ts";
import { chargeOf, isMarkedByMeta } from "#inbox/costs/prices/rules.ts";
import type { MessageCost } from "#inbox/costs/schema.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./ledger.sql.ts";

/** Counters beside those of paid messages, per number and month. */
const FREE_ANSWERS = "free_service";
const MARKED_BY_META = "marked_by_meta";

const monthOf = ({ day }: Pick<MessageCost, "day">): string => day.slice(0, 7);
/** Market of the counters of one number. */
const ofNumber = (row: MessageCost): string => `number:${row.connectionId}`;

const counted = (unit: TenantUnit, row: MessageCost, market: string, category: string): number =>
  queryOne(unit.db, sql.countOf, { scope: row.scope, month: monthOf(row), market, category })?.count ?? 0;
const count = (unit: TenantUnit, row: MessageCost, market: string, category: string): void =>
  void execute(unit.db, sql.addCount, { scope: row.scope, month: monthOf(row), market, category });

/**
 * Prices a delivered message by the cards of its day, and stores the result (docs/rules/costs.md#ledger). Rows of a month that
 * is being priced again are left to that run.
 */
export function priceRow(unit: TenantUnit, row: MessageCost): void {
  const month = { scope: row.scope, month: monthOf(row) };
  const running = queryOne(unit.db, sql.repricing, month);
  if (running) {
    const state = row.type === null ? "estimated" : "told";
    store(unit, row, { micros: 0, currency: null, rateId: null, state, allowance: 0 });
    if (isBefore(row, running)) execute(unit.db, sql.repriceAgain, month);
    return;
  }
  for (const paid of priceInOrder(unit, row)) if (skippedStep(unit, paid)) repriceMonth(unit, paid.row);
}

/** A row with the price that it was given; undefined = no confirmed price exists. */
interface PaidRow {
  readonly row: MessageCost;
  readonly price: ReturnType<typeof priceFor>;
}

/** Prices a row by the counters as they are now. Returns the rows that were given a price: this one, or the one whose free place it took. */
export function priceInOrder(unit: TenantUnit, row: MessageCost): readonly PaidRow[] {
  const charge = chargeOf(row);
  if (isMarkedByMeta(row)) noteMark(unit, row);
  if (charge === "free") {
    storeFree(unit, row, false);
    return [];
  }
  const allowance = charge === "allowance" ? takeAllowance(unit, row) : { isFree: false, paid: [] };
  if (!allowance.isFree) return [storePaid(unit, row)];
  storeFree(unit, row, true);
  return allowance.paid;
}

/**
 * True when a message that was delivered later has the price of another volume step, which happens when a delivery is reported
 * late: the volume steps follow the order of delivery. In the first step nothing can have been skipped.
 */
const skippedStep = (unit: TenantUnit, { row, price }: PaidRow): boolean =>
  price !== undefined &&
  price.stepFrom > 0 &&
  queryOne(unit.db, sql.laterAtOtherRate, { ...row, month: monthOf(row), rateId: price.id }) !== undefined;

function storeFree(unit: TenantUnit, row: MessageCost, allowance: boolean): void {
  const currency = currencyOf(unit.tenant, ensureAccount(unit, row.connectionId));
  const state = row.type === null ? "estimated" : "priced";
  store(unit, row, { micros: 0, currency, rateId: null, state, allowance: allowance ? 1 : 0 });
}

function storePaid(unit: TenantUnit, row: MessageCost): PaidRow {
  const currency = currencyOf(unit.tenant, ensureAccount(unit, row.connectionId));
  count(unit, row, row.market, row.category);
  const price = priceFor(unit.tenant.installation, {
    ...{ currency, market: row.market, category: row.category, day: row.day },
    count: counted(unit, row, row.market, row.category),
  });
  const state = row.type === null ? "estimated" : price ? "priced" : "unpriced";
  const { micros = 0, id = null } = price ?? {};
  store(unit, row, { micros, currency: price ? currency : null, rateId: id, state, allowance: 0 });
  return { row, price };
}

type Price = Pick<MessageCost, "micros" | "currency" | "rateId" | "state"> & { readonly allowance: number };
const store = (unit: TenantUnit, { messageId }: MessageCost, price: Price): void =>
  void execute(unit.db, sql.setPrice, { ...price, messageId });

/**
 * Whether the answer is one of the free answers of its number and month. The answers that were delivered first are free, so a late
 * report of an earlier delivery makes the last free answer a paid one, which is returned.
 */
function takeAllowance(
  unit: TenantUnit,
  row: MessageCost,
): { readonly isFree: boolean; readonly paid: readonly PaidRow[] } {
  const none = { isFree: false, paid: [] };
  if (counted(unit, row, ofNumber(row), MARKED_BY_META) > 0) return none;
  const limit = installationSetting(unit.tenant.installation, "freeServiceMessages");
  if (counted(unit, row, ofNumber(row), FREE_ANSWERS) < limit) {
    count(unit, row, ofNumber(row), FREE_ANSWERS);
    return { isFree: true, paid: [] };
  }
  const found = queryOne(unit.db, sql.lastAllowed, { connectionId: row.connectionId, month: monthOf(row) });
  const last = found === undefined ? undefined : sql.read(found);
  if (!last || !isBefore(row, last)) return none;
  return { isFree: true, paid: [storePaid(unit, last)] };
}

/** Called when Meta marks free answers itself: answers of the month that were computed as free are priced again. */
function noteMark(unit: TenantUnit, row: MessageCost): void {
  if (counted(unit, row, ofNumber(row), MARKED_BY_META) > 0) return;
  count(unit, row, ofNumber(row), MARKED_BY_META);
  if (counted(unit, row, ofNumber(row), FREE_ANSWERS) > 0) repriceMonth(unit, row);
}

/** Schedules the repricing of a row's month in the order of delivery, because something that its prices depend on changed. */
export function repriceMonth(unit: TenantUnit, row: Pick<MessageCost, "scope" | "day">): void {
  execute(unit.db, sql.startRepricing, { scope: row.scope, month: monthOf(row) });
  unit.scheduleWake(COSTS_DUE, unit.now);
}

const isBefore = (
  a: Pick<MessageCost, "at" | "messageId">,
  b: Pick<MessageCost, "at" | "messageId">,
): boolean => a.at < b.at || (a.at === b.at && a.messageId < b.messageId);
