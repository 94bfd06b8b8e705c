import { asc } from "drizzle-orm";
import { evaluate, ticketFacts } from "#inbox/conditions/index.ts";
import type { SlaTarget } from "#inbox/tickets/contract.ts";
import type { Db } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { SlaPolicyAnswer } from "./contract.ts";
import { type SlaPolicy, slaPolicy } from "./schema.ts";

const CACHED = "sla-policies";

interface Policies {
  /** All policies; deleted ones are included, because their clocks need them. */
  readonly byId: ReadonlyMap<number, SlaPolicy>;
  /** The active policies that are not deleted, in their order. */
  readonly active: readonly SlaPolicy[];
}

/** All policies in their order, deleted ones included, as stored. */
export const storedPolicies = (db: Db): readonly SlaPolicy[] =>
  db.select().from(slaPolicy).orderBy(asc(slaPolicy.position), asc(slaPolicy.id)).all();

/** Cached, because every change of a ticket needs it. */
export const policiesOf = (tenant: Tenant): Policies =>
  tenant.cached(CACHED, () => {
    const all = storedPolicies(tenant.db);
    return {
      byId: new Map(all.map((policy) => [policy.id, policy])),
      active: all.filter(({ active, deletedAt }) => active && deletedAt === null),
    };
  });

/** Invalidates the cache after the transaction commits. */
export function dropPolicies(unit: TenantUnit): void {
  // Fills the cache before the change, so that nothing read inside the transaction stays cached after a rollback.
  policiesOf(unit.tenant);
  unit.afterCommit(() => unit.tenant.drop(CACHED));
}

/** The first active policy whose conditions the ticket meets now; undefined = none (docs/rules/sla.md#policies). */
export function matchingPolicy(tenant: Tenant, ticketId: number): SlaPolicy | undefined {
  const { active } = policiesOf(tenant);
  const facts = active.length === 0 ? undefined : ticketFacts(tenant, ticketId);
  return facts && active.find(({ conditions }) => evaluate(conditions, facts).holds === true);
}

/** The promised open time of a target, ms; null = not promised. */
export function promised(policy: SlaPolicy, target: SlaTarget): number | null {
  const { firstMinutes, nextMinutes, resolutionMinutes } = policy;
  const minutes = { first: firstMinutes, next: nextMinutes, resolution: resolutionMinutes }[target];
  return minutes === null ? null : minutes * 60_000;
}

export const presentPolicy = (policy: SlaPolicy): SlaPolicyAnswer => ({
  id: policy.id,
  name: policy.name,
  position: policy.position,
  active: policy.active,
  conditions: policy.conditions,
  hours: policy.hours,
  firstMinutes: policy.firstMinutes,
  nextMinutes: policy.nextMinutes,
  resolutionMinutes: policy.resolutionMinutes,
  startsAt: policy.startsAt,
  pauseAsleep: policy.pauseAsleep,
  pauseWaitingCustomer: policy.pauseWaitingCustomer,
  warnPercent: policy.warnPercent,
});
