import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import { all, type Db, one } from "#platform/db/database.ts";
import { type PlanRow, plan } from "./schema.ts";

/** `search` is folded text; "" = all. */
const wanted = (search: string): SQL | undefined =>
  search === "" ? undefined : sql`instr(fold(${plan.name}), ${search}) > 0`;

/** Plans by name. */
export const listPlans = (system: Db, search: string, limit: number, offset = 0): readonly PlanRow[] =>
  system
    .select()
    .from(plan)
    .where(wanted(search))
    .orderBy(asc(sql`${plan.name} COLLATE NOCASE`), asc(plan.id))
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
  one<{ n: number }>(system, "SELECT count(*) AS n FROM company WHERE plan_id = ? AND removed_at IS NULL", id)
    ?.n ?? 0;

/** True while a row points to the plan; companies in the bin may come back. */
export const isPlanUsed = (system: Db, id: number): boolean =>
  one(system, "SELECT 1 FROM company WHERE plan_id = ? LIMIT 1", id) !== undefined;

export const companyIdsOf = (system: Db, id: number): readonly number[] =>
  all<{ id: number }>(system, "SELECT id FROM company WHERE plan_id = ? AND removed_at IS NULL", id).map(
    (row) => row.id,
  );

/** The name of a plan, on offer or not; undefined when there is none. */
export const planName = (system: Db, id: number): string | undefined =>
  system.select({ name: plan.name }).from(plan).where(eq(plan.id, id)).get()?.name;
