import { asc, eq } from "drizzle-orm";
import { everyCondition, type FactColumns, factColumns } from "#inbox/conditions/index.ts";
import type { Db } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { RuleEvent } from "./contract.ts";
import { type Rule, rule } from "./schema.ts";

const ACTIVE = "rules:active";

/** Every rule of the company in its order. */
export const everyRule = (db: Db): Rule[] =>
  db.select().from(rule).orderBy(asc(rule.position), asc(rule.id)).all();

export const ruleById = (db: Db, id: number): Rule | undefined =>
  db.select().from(rule).where(eq(rule.id, id)).get();

interface ActiveRules {
  /** Each list in its order. */
  readonly byEvent: ReadonlyMap<RuleEvent, readonly Rule[]>;
  /** What the conditions of all of them compare. */
  readonly columns: FactColumns;
}

/** Cached, because every message needs it. */
const activeRules = (tenant: Tenant): ActiveRules =>
  tenant.cached(ACTIVE, () => {
    const active = everyRule(tenant.db).filter((one) => one.active);
    return {
      byEvent: Map.groupBy(active, ({ event }) => event),
      columns: factColumns(
        active.flatMap(({ conditions }) => everyCondition(conditions).map(({ field }) => field)),
      ),
    };
  });

/** The active rules that listen to an event, in their order. */
export const listeningTo = (tenant: Tenant, event: RuleEvent): readonly Rule[] =>
  activeRules(tenant).byEvent.get(event) ?? [];

/** What the conditions of the active rules compare. */
export const comparedColumns = (tenant: Tenant): FactColumns => activeRules(tenant).columns;

/** Reads the rules again after this transaction, which changes them. */
export function forgetActiveRules(unit: TenantUnit): void {
  // Fills the cache before the change, so that nothing read inside the transaction stays cached after a rollback.
  activeRules(unit.tenant);
  unit.afterCommit(() => unit.tenant.drop(ACTIVE));
}
