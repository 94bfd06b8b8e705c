import { notifyAdmins } from "#accounts/notices/index.ts";
import { GraphError } from "#channels/connections/index.ts";
import { currencyOf, zoneOfAccount } from "#inbox/costs/account/account.ts";
import type { CheckAnswer } from "#inbox/costs/contract.ts";
import { hasConfirmedPrices } from "#inbox/costs/prices/cards.ts";
import { addMonths, startOfDay } from "#platform/dates.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./check.sql.ts";
import { numbers } from "./report.sql.ts";
import { moneyOf } from "./report.ts";
import { readVolumes } from "./volumes.ts";

interface Sum {
  count: number;
  micros: number;
}
/** Differences up to this share are not notified. */
const TOLERANCE = 0.02;

/**
 * Compares a month of the ledger with Meta's own figures, per category (docs/rules/costs.md#check). A difference is notified, but
 * nothing is corrected. Amounts are compared per business account, if both sides have the same currency; the answer contains the
 * amounts in the company's currency. Throws 400 ERR_PROVIDER_AUTH when Meta refuses.
 */
export async function checkMonth(tenant: Tenant, month: string): Promise<CheckAnswer> {
  const accounts = new Map(queryAll(tenant.db, numbers).map((account) => [account.scope, account] as const));
  const result = new Map<string, { ours: Sum; meta: Sum; differs: boolean }>();
  const of = (category: string) => {
    const none = { count: 0, micros: 0 };
    const known = result.get(category) ?? { ours: { ...none }, meta: { ...none }, differs: false };
    result.set(category, known);
    return known;
  };
  const company = moneyOf(tenant);
  for (const account of accounts.values()) {
    const { scope, connectionId, zone } = account;
    const currency = currencyOf(tenant, account);
    const isShown = currency === company.currency;
    // Meta charges in the currency of the account.
    const hasMoney =
      hasConfirmedPrices(tenant.installation, currency) && currency === (account.currency ?? currency);
    const meta = await volumesOfMonth(tenant, connectionId, month, zoneOfAccount(tenant, { zone }));
    const ours = queryAll(tenant.db, sql.ofScope, { scope, from: `${month}-01`, to: `${month}-31` });
    const categories = new Set([...ours.map(({ category }) => category), ...meta.keys()]);
    tenant.write((unit) => {
      for (const category of categories) {
        const mine = ours.find((line) => line.category === category) ?? { count: 0, micros: 0 };
        const theirs = meta.get(category) ?? { count: 0, micros: 0 };
        const line = of(category);
        add(line.ours, isShown ? mine : { ...mine, micros: 0 });
        add(line.meta, isShown ? theirs : { ...theirs, micros: 0 });
        line.differs ||= isFar(mine.count, theirs.count) || (hasMoney && isFar(mine.micros, theirs.micros));
        execute(unit.db, sql.store, {
          ...{ scope, month, category, count: mine.count, micros: mine.micros, now: unit.now },
          ...{ metaCount: theirs.count, metaMicros: theirs.micros },
        });
      }
    });
  }
  const lines = [...result].map(([category, { ours, meta, differs }]) => ({
    ...{ category, count: ours.count, micros: ours.micros, metaCount: meta.count, metaMicros: meta.micros },
    differs,
  }));
  const wrong = lines.filter(({ differs }) => differs).map(({ category }) => category);
  if (wrong.length > 0)
    tenant.write((unit) =>
      notifyAdmins(unit, {
        code: "cost_difference",
        details: { name: month.split("-").reverse().join("/") },
        key: `cost_difference:${month}`,
      }),
    );
  return lines;
}

const add = (sum: Sum, more: Sum): void => {
  sum.count += more.count;
  sum.micros += more.micros;
};
const isFar = (a: number, b: number): boolean => Math.abs(a - b) > TOLERANCE * Math.max(a, b);

async function volumesOfMonth(
  tenant: Tenant,
  connectionId: number,
  month: string,
  zone: string,
): Promise<Map<string, Sum>> {
  const fromMs = startOfDay(`${month}-01`, zone) ?? 0;
  const untilMs = startOfDay(addMonths(`${month}-01`, 1), zone) ?? 0;
  const sums = new Map<string, Sum>();
  try {
    for (const { category, count, micros } of (await readVolumes(tenant, connectionId, {
      fromMs,
      untilMs,
    })) ?? []) {
      const sum = sums.get(category) ?? { count: 0, micros: 0 };
      add(sum, { count, micros });
      sums.set(category, sum);
    }
  } catch (error) {
    if (error instanceof GraphError)
      throw new AppError(400, "ERR_PROVIDER_AUTH", { detail: error.failure.kind });
    throw error;
  }
  return sums;
}
