import { requireConnection } from "#channels/connections/index.ts";
import { accountOf, currencyOf, dayOfAccount } from "#inbox/costs/account/account.ts";
import type { Estimate, EstimateBody, TemplatePrices } from "#inbox/costs/contract.ts";
import { hasConfirmedPrices, marketOf, priceFor } from "#inbox/costs/prices/cards.ts";
import { chargeOf } from "#inbox/costs/prices/rules.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./budget.sql.ts";
import { leftOfBudget } from "./budget.ts";

/**
 * Estimates the cost of a send to these recipients (docs/rules/costs.md#estimate): one message per recipient, at the price of the
 * first volume step, not counting free answers. Throws 404 ERR_NO_WAPP_FOUND.
 */
export function estimateCosts(tenant: Tenant, body: EstimateBody): Estimate {
  const connection = requireConnection(tenant.db, body.connectionId);
  const account = accountOf(tenant.db, connection.id);
  const currency = currencyOf(tenant, account);
  const day = dayOfAccount(tenant, account ?? { zone: null }, tenant.clock.now());
  const category = categoryOf(tenant.db, body);
  const isOfficial = connection.provider === "cloud";
  const priceIn = (market: string): number | null => {
    if (!isOfficial || chargeOf({ category, type: null, billable: true, day }) === "free") return 0;
    return priceFor(tenant.installation, { currency, market, category, day, count: 1 })?.micros ?? null;
  };
  const counts = new Map<string, number>();
  for (const { prefix, country, n } of recipientsOf(tenant.db, body)) {
    const market = marketOf(tenant.installation, prefix, country);
    counts.set(market, (counts.get(market) ?? 0) + n);
  }
  const markets = [...counts]
    .map(([market, recipients]) => {
      const price = priceIn(market);
      return { market, recipients, micros: price === null ? null : price * recipients };
    })
    .sort((a, b) => b.recipients - a.recipients);
  const sum = (list: readonly { recipients: number }[]) =>
    list.reduce((all, { recipients }) => all + recipients, 0);
  const hasMoney = !isOfficial || hasConfirmedPrices(tenant.installation, currency);
  return {
    ...{ currency, category, markets, recipients: sum(markets) },
    unknown: sum(markets.filter(({ micros }) => micros === null)),
    micros: hasMoney ? markets.reduce((all, { micros }) => all + (micros ?? 0), 0) : null,
    left: leftOfBudget(tenant, currency),
  };
}

/** The price of one template of each category, sent to the country of the number itself. Throws 404 ERR_NO_WAPP_FOUND. */
export function templatePrices(tenant: Tenant, connectionId: number): TemplatePrices {
  const connection = requireConnection(tenant.db, connectionId);
  const account = accountOf(tenant.db, connection.id);
  const currency = currencyOf(tenant, account);
  const day = dayOfAccount(tenant, account ?? { zone: null }, tenant.clock.now());
  const market = marketOf(tenant.installation, connection.number, null);
  const priceOf = (category: string) =>
    priceFor(tenant.installation, { currency, market, category, day, count: 1 })?.micros ?? null;
  return {
    currency,
    prices: ["marketing", "utility", "authentication"].map((category) => ({
      category,
      micros: priceOf(category),
    })),
  };
}

function categoryOf(db: Db, { connectionId, templateName }: EstimateBody): string {
  if (!templateName) return "service";
  return queryOne(db, sql.templateCategory, { connectionId, name: templateName })?.category ?? "marketing";
}

function recipientsOf(db: Db, { contactListId, tagListId, contactIds }: EstimateBody) {
  if (contactListId && tagListId)
    return queryAll(db, sql.recipientsOfBoth, { listId: contactListId, tagId: tagListId });
  if (contactListId) return queryAll(db, sql.recipientsOfList, { listId: contactListId });
  if (tagListId) return queryAll(db, sql.recipientsOfTag, { tagId: tagListId });
  return queryAll(db, sql.recipientsByIds, { ids: JSON.stringify(contactIds ?? []) });
}

/** Stores the estimate with which a campaign was started, in the transaction of its start. */
export const storeEstimate = (unit: TenantUnit, campaignId: number, estimate: Estimate): void =>
  void execute(unit.db, sql.storeEstimate, { campaignId, estimate: JSON.stringify(estimate), now: unit.now });
