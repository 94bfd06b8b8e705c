import { and, asc, count, eq, sql as raw, type SQL } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./plans.sql.ts";
import { type PlanRow, plan } from "./schema.ts";

/** `search` is folded text; "" = all. */
const wanted = (search: string): SQL | undefined =>
  search === "" ? undefined : raw`instr(fold(${plan.name}), ${search}) > 0`;

/** Plans by name. */
export const listPlans = (system: Db, search: string, limit: number, offset = 0): readonly PlanRow[] =>
  system
    .select()
    .from(plan)
    .where(wanted(search))
    .orderBy(asc(raw`${plan.name} COLLATE NOCASE`), asc(plan.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countPlans = (system: Db, search: string): number =>
  system.select({ n: count() }).from(plan).where(wanted(search)).get()?.n ?? 0;

/** Plans on offer, the cheapest first. */
export const offeredPlans = (system: Db, limit: number): readonly PlanRow[] =>
  system
    .select()
    .from(plan)
    .where(eq(plan.enabled, true))
    .orderBy(asc(plan.valueCents), asc(plan.id))
    .limit(limit)
    .all();

/** A plan on offer; undefined when there is none of this number, or it is not offered. */
export const offeredPlan = (system: Db, id: number): PlanRow | undefined =>
  system
    .select()
    .from(plan)
    .where(and(eq(plan.id, id), eq(plan.enabled, true)))
    .get();

/** How many companies have a plan. */
export const companiesOf = (system: Db, id: number): number =>
  queryOne(system, sql.countCompanies, { id })?.n ?? 0;

/** True while a row points to the plan; companies in the bin may come back. */
export const isPlanUsed = (system: Db, id: number): boolean =>
  queryOne(system, sql.isPlanUsed, { id }) !== undefined;

export const companyIdsOf = (system: Db, id: number): readonly number[] =>
  queryAll(system, sql.companyIds, { id }).map((row) => row.id);

/** The name of a plan, on offer or not; undefined when there is none. */
export const planName = (system: Db, id: number): string | undefined =>
  system.select({ name: plan.name }).from(plan).where(eq(plan.id, id)).get()?.name;
