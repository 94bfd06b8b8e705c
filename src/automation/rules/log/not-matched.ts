import { shownConditions } from "#automation/rules/engine/evaluate-rule.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { evaluate, type Facts } from "#inbox/conditions/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Maximum number of stored runs without a match per rule (docs/rules/rules.md#log). */
const KEPT_NOT_MATCHED = 200;

/** The data of an event that all its rules share; `facts` are a snapshot: the conditions are evaluated again when a run is written. */
export interface EvaluatedEvent {
  readonly eventKey: string;
  readonly ticketId: number | null;
  readonly contactId: number | null;
  readonly at: number;
  readonly depth: number;
  readonly facts: Facts;
}
interface NotMatched {
  readonly event: EvaluatedEvent;
  readonly conditions: Conditions;
}
/** The newest runs without a match by rule, oldest first. */
type Buffer = Map<number, NotMatched[]>;

/**
 * Runs without a match by company, before they are written: with 50 rules every message has 50 of them, and nothing
 * depends on them. A kill loses the last minute.
 */
export const NotMatchedPort = definePort<Map<number, Buffer>>("rules not matched");

function bufferOf({ id, installation }: Tenant): Buffer {
  const all = installation.ports.use(NotMatchedPort);
  const known = all.get(id);
  if (known) return known;
  const fresh: Buffer = new Map();
  all.set(id, fresh);
  return fresh;
}

export function noteNotMatched(
  tenant: Tenant,
  rules: readonly { readonly id: number; readonly conditions: Conditions }[],
  event: EvaluatedEvent,
): void {
  const buffer = bufferOf(tenant);
  for (const { id, conditions } of rules) {
    const run = { event, conditions };
    const runs = buffer.get(id);
    if (!runs) buffer.set(id, [run]);
    else if (runs.push(run) > 2 * KEPT_NOT_MATCHED) runs.splice(0, KEPT_NOT_MATCHED);
  }
}

/** Writes the runs of one rule that are still in memory. */
export function writeNotMatched(tenant: Tenant, ruleId: number): void {
  const buffer = bufferOf(tenant);
  const runs = buffer.get(ruleId)?.slice(-KEPT_NOT_MATCHED) ?? [];
  buffer.delete(ruleId);
  if (runs.length === 0) return;
  tenant.write((unit) => {
    for (const { event, conditions } of runs) {
      const { facts, ...run } = event;
      // The ticket may have been deleted meanwhile.
      if (run.ticketId !== null && !ticketById(unit.db, run.ticketId)) continue;
      const rest = { onceKey: null, outcome: "not_matched", reason: null } as const;
      execute(unit.db, sql.insertRun, {
        ...run,
        ...rest,
        ruleId,
        conditions: JSON.stringify(shownConditions(evaluate(conditions, facts))),
      });
    }
    execute(unit.db, sql.trimNotMatched, { ruleId, keep: KEPT_NOT_MATCHED });
  });
}

/** A contact or all of them are erased: nothing about them stays in memory. */
export const dropNotMatched = ({ id, installation }: Tenant): void =>
  void installation.ports.use(NotMatchedPort).delete(id);

/** Every minute: writes the runs without a match, one rule per transaction. */
export const writeNotMatchedRuns = defineJob<Installation>({
  name: "rules_not_matched",
  every: { seconds: 60 },
  async run({ ports, tenants, log }) {
    const all = ports.use(NotMatchedPort);
    for (const [companyId, buffer] of [...all]) {
      try {
        const tenant = tenants.open(companyId);
        for (const ruleId of [...buffer.keys()]) {
          writeNotMatched(tenant, ruleId);
          await yieldToEventLoop(tenant);
        }
        if (buffer.size === 0) all.delete(companyId);
      } catch (error) {
        all.delete(companyId);
        log.warn({ company: companyId, err: error }, "runs of rules without a match not stored");
      }
    }
  },
});
