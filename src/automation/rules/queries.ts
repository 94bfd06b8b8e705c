import { asc, eq } from "drizzle-orm";
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

/** The active rules by event, each list in its order; cached, because every message needs it. */
const activeRules = (tenant: Tenant): ReadonlyMap<RuleEvent, readonly Rule[]> =>
  tenant.cached(ACTIVE, () =>
    Map.groupBy(
      everyRule(tenant.db).filter(({ active }) => active),
      ({ event }) => event,
    ),
  );

/** The active rules that listen to an event, in their order. */
export const listeningTo = (tenant: Tenant, event: RuleEvent): readonly Rule[] =>
  activeRules(tenant).get(event) ?? [];

/** Reads the rules again after this transaction, which changes them. */
export function forgetActiveRules(unit: TenantUnit): void {
  // Fills the cache before the change, so that nothing read inside the transaction stays cached after a rollback.
  activeRules(unit.tenant);
  unit.afterCommit(() => unit.tenant.drop(ACTIVE));
}
