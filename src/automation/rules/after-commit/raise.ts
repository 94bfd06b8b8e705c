import { mayWork } from "#accounts/companies/index.ts";
import { causeOf } from "#automation/rules/engine/cause.ts";
import type { RuleTrigger } from "#automation/rules/engine/trigger.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import { listeningTo } from "#automation/rules/queries.ts";
import { execute } from "#platform/db/query.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { RuleWorkerPort } from "./worker-port.ts";

/** Name of the wake-up of companies with events whose rules have not run. */
export const RULE_EVENTS_DUE = "rule_events";

/** The data of an event that its listener passes on. */
export type Raised = Pick<
  RuleTrigger,
  "event" | "key" | "ticketId" | "contactId" | "change" | "tagId" | "about"
> & {
  readonly facts?: RuleTrigger["facts"];
  /**
   * For an event without `ticketId`: its ticket is the one of the contact on this connection that is not closed at the
   * end of the transaction.
   */
  readonly connectionId?: number;
};

/** Further values of a row of `rule_event`. */
export type StoredFacts = Pick<RuleTrigger, "facts" | "change" | "tagId" | "about"> &
  Pick<Raised, "connectionId">;

/**
 * Stores an event in its own transaction; its rules run after the commit, also when the process is killed in between
 * (docs/rules/rules.md#after-the-commit). Without an active rule for it nothing is stored.
 */
export function raiseRuleEvent(
  unit: TenantUnit,
  { event, key, ticketId, contactId, facts = {}, ...rest }: Raised,
): void {
  const { tenant } = unit;
  if (listeningTo(tenant, event).length === 0 || !mayWork(tenant) || isOnHold(tenant.company)) return;
  execute(unit.db, sql.insertEvent, {
    event,
    eventKey: key,
    ticketId,
    contactId,
    at: unit.now,
    facts: JSON.stringify({ facts, ...rest } satisfies StoredFacts),
    chain: JSON.stringify(causeOf(unit)),
  });
  unit.scheduleWake(RULE_EVENTS_DUE, unit.now);
  unit.afterCommit(() => tenant.installation.ports.use(RuleWorkerPort).wake(tenant));
}
