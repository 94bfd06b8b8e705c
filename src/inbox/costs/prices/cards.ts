import type { CompanyCosts, MetaRate } from "#inbox/costs/schema.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./cards.sql.ts";

type Price = Pick<
  MetaRate,
  "id" | "currency" | "market" | "category" | "stepFrom" | "micros" | "validFrom" | "validTo" | "updatedAt"
>;

/** The confirmed prices and the markets, cached because each delivered message reads them. */
interface Cards {
  /** By `currency|market|category`, the highest step first. */
  readonly prices: ReadonlyMap<string, readonly Price[]>;
  readonly currencies: ReadonlySet<string>;
  readonly markets: ReadonlyMap<string, string>;
  readonly companies: Map<number, CompanyCosts | undefined>;
}
const loaded = new WeakMap<Installation, Cards>();

function cardsOf(installation: Installation): Cards {
  const known = loaded.get(installation);
  if (known) return known;
  const { system } = installation;
  const rows = queryAll(system, sql.confirmed).sort((a, b) => b.stepFrom - a.stepFrom);
  const cards: Cards = {
    prices: Map.groupBy(rows, ({ currency, market, category }) => `${currency}|${market}|${category}`),
    currencies: new Set(rows.map(({ currency }) => currency)),
    markets: new Map(queryAll(system, sql.prefixes).map(({ prefix, market }) => [prefix, market])),
    companies: new Map(),
  };
  loaded.set(installation, cards);
  return cards;
}

/** Drops the prices in memory after a change of a card or of a company's conditions. */
export const forgetCards = (installation: Installation): void => void loaded.delete(installation);

/** True when at least one price of the currency is confirmed: only then money is shown. */
export const hasConfirmedPrices = (installation: Installation, currency: string): boolean =>
  cardsOf(installation).currencies.has(currency);

/** Who pays Meta for a company; undefined = never set. */
export function companyCostsOf(installation: Installation, companyId: number): CompanyCosts | undefined {
  const { companies } = cardsOf(installation);
  if (!companies.has(companyId))
    companies.set(companyId, queryOne(installation.system, sql.company, { companyId }));
  return companies.get(companyId);
}

/**
 * The market of a recipient: the longest calling code of the phone number, else the country in front of the
 * business-scoped id (`BR.…`); "" when both are unknown.
 */
export function marketOf(installation: Installation, phone: string | null, userId: string | null): string {
  const { markets } = cardsOf(installation);
  if (phone !== null)
    for (let length = Math.min(4, phone.length); length > 0; length--) {
      const market = markets.get(phone.slice(0, length));
      if (market !== undefined) return market;
    }
  return (userId !== null && markets.get(userId.slice(0, 2).toUpperCase())) || "";
}

export interface PriceKey {
  readonly currency: string;
  readonly market: string;
  readonly category: string;
  /** Day of delivery in the time zone of the business account, `YYYY-MM-DD`. */
  readonly day: string;
  /** The number of the paid message within its month, from 1. */
  readonly count: number;
}

/**
 * The confirmed price in force; undefined when there is none. Answers ("service") without a price of their own cost
 * the market's utility price, without volume steps.
 */
export function priceFor(installation: Installation, key: PriceKey): Price | undefined {
  const { prices } = cardsOf(installation);
  const inForce = (category: string, count: number) =>
    prices
      .get(`${key.currency}|${key.market}|${category}`)
      ?.find(
        ({ stepFrom, validFrom, validTo }) =>
          stepFrom <= count && validFrom <= key.day && (validTo === null || validTo >= key.day),
      );
  const own = inForce(key.category, key.count);
  return own ?? (key.category === "service" ? inForce("utility", 0) : undefined);
}
