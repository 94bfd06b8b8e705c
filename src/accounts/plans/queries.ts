import { and, asc, count, eq, getTableColumns, sql as raw, type SQL } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { providerCopyId } from "#tenants/provider.ts";
import type { Plan } from "#tenants/tenant.ts";
import * as sql from "./plans.sql.ts";
import { type PlanRow, plan } from "./schema.ts";

/** Public columns of a plan: all except those that only the provider sees. */
const { enabled: _enabled, createdAt: _created, updatedAt: _updated, ...offer } = getTableColumns(plan);

/** `search` is text without case and accents; "" = all. */
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
export const offeredPlans = (system: Db, limit: number): readonly Plan[] =>
  system
    .select(offer)
    .from(plan)
    .where(eq(plan.enabled, true))
    .orderBy(asc(plan.valueCents), asc(plan.id))
    .limit(limit)
    .all();

/** A plan on offer; undefined when no plan has this id, or it is not offered. */
export const offeredPlan = (system: Db, id: number): Plan | undefined =>
  system
    .select(offer)
    .from(plan)
    .where(and(eq(plan.id, id), eq(plan.enabled, true)))
    .get();

/** Number of companies of this cell with this plan. */
export const companiesOf = ({ system, cells }: Pick<Installation, "system" | "cells">, id: number): number =>
  queryOne(system, sql.countCompanies, { id, copy: providerCopyId({ cells }) })?.n ?? 0;

/** Whether any company has the plan, including those in the bin, which may be restored. */
export const isPlanUsed = (system: Db, id: number): boolean =>
  queryOne(system, sql.isPlanUsed, { id }) !== undefined;

export const companyIdsOf = (system: Db, id: number): readonly number[] =>
  queryAll(system, sql.companyIds, { id }).map((row) => row.id);

/** Id of the plan with this name, on offer or not; case is ignored. */
export const planIdByName = (system: Db, name: string): number | undefined =>
  system.select({ id: plan.id }).from(plan).where(eq(plan.name, name)).get()?.id;

/** Name of a plan, on offer or not; undefined when no plan has this id. */
export const planName = (system: Db, id: number): string | undefined =>
  system.select({ name: plan.name }).from(plan).where(eq(plan.id, id)).get()?.name;
