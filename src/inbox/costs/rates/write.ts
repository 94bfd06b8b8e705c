import { and, eq, inArray, ne } from "drizzle-orm";
import { COSTS_DUE } from "#inbox/costs/account/account.ts";
import type {
  ChangeRatesBody,
  ImportRatesAnswer,
  ImportRatesBody,
  RateAnswer,
  RateBody,
  RateList,
} from "#inbox/costs/contract.ts";
import { rateOverlap } from "#inbox/costs/errors.ts";
import { forgetCards } from "#inbox/costs/prices/cards.ts";
import { type MetaRate, marketPrefix, metaRate } from "#inbox/costs/schema.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { type CardPrice, readCard } from "./card-file.ts";
import * as sql from "./rates.sql.ts";

const present = ({ confirmedAt, updatedAt: _updated, ...row }: MetaRate): RateAnswer => ({
  ...row,
  confirmedAt: confirmedAt === null ? null : new Date(confirmedAt).toISOString(),
});

/** All prices and markets, for super users. */
export function listRates(
  { system }: Installation,
  filter: { currency?: string | undefined; market?: string | undefined },
): RateList {
  const rows = system
    .select()
    .from(metaRate)
    .where(
      and(
        filter.currency ? eq(metaRate.currency, filter.currency) : undefined,
        filter.market ? eq(metaRate.market, filter.market) : undefined,
      ),
    )
    .orderBy(metaRate.currency, metaRate.market, metaRate.category, metaRate.stepFrom, metaRate.validFrom)
    .limit(20_000)
    .all();
  const markets = system
    .selectDistinct({ market: marketPrefix.market })
    .from(marketPrefix)
    .orderBy(marketPrefix.market);
  return { rates: rows.map(present), markets: markets.all().map(({ market }) => market) };
}

type Key = Pick<MetaRate, "currency" | "market" | "category" | "stepFrom">;
const sameKey = ({ currency, market, category, stepFrom }: Key) =>
  and(
    eq(metaRate.currency, currency),
    eq(metaRate.market, market),
    eq(metaRate.category, category),
    eq(metaRate.stepFrom, stepFrom),
  );

/** Throws 409 ERR_RATE_OVERLAP when another price is in force on one of the days. */
function refuseOverlap(
  { system }: Installation,
  price: Key & Pick<MetaRate, "validFrom" | "validTo">,
  exceptId = 0,
) {
  const others = system
    .select()
    .from(metaRate)
    .where(and(sameKey(price), ne(metaRate.id, exceptId)))
    .all();
  const end = (day: string | null) => day ?? "9999-12-31";
  const other = others.find(
    (row) => row.validFrom <= end(price.validTo) && price.validFrom <= end(row.validTo),
  );
  if (other) throw rateOverlap(other.id);
}

/** Adds a price that was typed; it still has to be confirmed. Super. Throws 409 ERR_RATE_OVERLAP. */
export function createRate(ctx: UserCtx, body: RateBody): RateAnswer {
  const { installation } = ctx.tenant;
  const row = ctx.tenant.writeSystem(() => {
    refuseOverlap(installation, body);
    const values = { ...body, source: "typed", updatedAt: 0 };
    return installation.system.insert(metaRate).values(values).returning().get();
  });
  forgetCards(installation);
  return present(row);
}

/** Corrects, ends or confirms prices; messages of their days are priced again. Super. Throws 404, 409 ERR_RATE_OVERLAP. */
export function changeRates(
  ctx: UserCtx,
  { ids, micros, validTo, confirmed }: ChangeRatesBody,
): { changed: number } {
  const { tenant, actor } = ctx;
  const { installation } = tenant;
  const { system, clock } = installation;
  tenant.writeSystem(() => {
    const rows = system
      .select()
      .from(metaRate)
      .where(inArray(metaRate.id, [...ids]))
      .all();
    if (rows.length !== new Set(ids).size) throw notFound();
    for (const row of rows) {
      if (validTo !== undefined) refuseOverlap(installation, { ...row, validTo }, row.id);
      const isConfirmed = confirmed ?? row.confirmedAt !== null;
      system
        .update(metaRate)
        .set({
          ...(micros !== undefined && { micros }),
          ...(validTo !== undefined && { validTo }),
          confirmedBy: isConfirmed ? (row.confirmedBy ?? actor.name) : null,
          confirmedAt: isConfirmed ? (row.confirmedAt ?? clock.now()) : null,
          // A price that is not confirmed before or after the change changes no message.
          ...((isConfirmed || row.confirmedAt !== null) && { updatedAt: clock.now() }),
        })
        .where(eq(metaRate.id, row.id))
        .run();
    }
  });
  applyPrices(installation);
  return { changed: ids.length };
}

/** Schedules that every company with an official number applies the changed prices. */
export function applyPrices(installation: Installation): void {
  forgetCards(installation);
  const companies = queryAll(installation.system, sql.companiesWithNumbers).map(({ companyId }) => companyId);
  installation.tenants.scheduleWakes(companies, COSTS_DUE, installation.clock.now());
}

const keyOf = ({ currency, market, category, stepFrom }: Key): string =>
  [currency, market, category, stepFrom].join("|");

/** Computes the changes that an import of a card makes, without writing them. Throws 409 ERR_RATE_OVERLAP. */
function planOf({ system }: Installation, prices: readonly CardPrice[], validFrom: string) {
  const known = Map.groupBy(system.select().from(metaRate).all(), keyOf);
  const ended: number[] = [];
  const inFile = new Map<string, number>();
  const added = prices.filter((price) => {
    const before = inFile.get(keyOf(price));
    inFile.set(keyOf(price), price.micros);
    if (before === price.micros) return false;
    if (before !== undefined) throw rateOverlap(0);
    const rows = known.get(keyOf(price)) ?? [];
    const inForce = rows.find(
      (row) => row.validFrom <= validFrom && (row.validTo === null || row.validTo >= validFrom),
    );
    if (inForce?.micros === price.micros) return false;
    if (rows.some((row) => row.validFrom > validFrom) || inForce?.validFrom === validFrom)
      throw rateOverlap(inForce?.id ?? rows[0]?.id ?? 0);
    if (inForce) ended.push(inForce.id);
    return true;
  });
  return { ended, added };
}

/**
 * Imports a price card that is valid from a day on: prices in force end the day before, equal ones are kept. New prices apply once
 * they are confirmed; until then costs of messages change only because confirmed prices end. Runs in one transaction of two
 * statements, about ten milliseconds for 5,000 prices, so that no reader sees part of the price list. With `dryRun` nothing is
 * written. Super. Throws 400 ERR_RATE_FILE, 409 ERR_RATE_OVERLAP.
 */
export function importRates(
  ctx: UserCtx,
  { file, validFrom }: ImportRatesBody,
  dryRun: boolean,
): ImportRatesAnswer {
  const prices = readCard(file);
  const { installation } = ctx.tenant;
  const { system, clock } = installation;
  const { ended, added, isApplied } = dryRun
    ? { ...planOf(installation, prices, validFrom), isApplied: false }
    : ctx.tenant.writeSystem(() => {
        const plan = planOf(installation, prices, validFrom);
        const now = clock.now();
        const stopped = queryAll(system, sql.end, {
          ...{ ids: JSON.stringify(plan.ended), lastDay: addDays(validFrom, -1), now },
          // Today in the easternmost time zone of a business account.
          today: addDays(dayAt(now, "UTC"), 1),
        });
        execute(system, sql.add, { prices: JSON.stringify(plan.added), validFrom });
        return { ...plan, isApplied: stopped.some(({ counts }) => counts === 1) };
      });
  if (isApplied) applyPrices(installation);
  else if (!dryRun) forgetCards(installation);
  return {
    added: added.length - ended.length,
    replaced: ended.length,
    unchanged: prices.length - added.length,
    markets: [...new Set(prices.map(({ market }) => market))],
    sample: prices.slice(0, 12),
  };
}
