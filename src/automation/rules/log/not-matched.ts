import type { RuleEvent } from "#automation/rules/contract.ts";
import { shownConditions } from "#automation/rules/engine/evaluate-rule.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import type { Rule } from "#automation/rules/schema.ts";
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
type EvaluatedRule = Pick<Rule, "id" | "conditions">;
/** One event with the rules that did not match: one entry for all of them, because every message makes one. */
interface NotMatched {
  readonly number: number;
  readonly event: EvaluatedEvent;
  readonly rules: readonly EvaluatedRule[];
}
interface Buffer {
  /** The newest entries by kind of event, oldest first: a frequent event does not displace a rare one. */
  readonly byKind: Map<RuleEvent, NotMatched[]>;
  /** The last entry that was written, by rule. */
  readonly written: Map<number, number>;
  last: number;
}

/**
 * Runs without a match by company, before they are written: with 50 rules every message has 50 of them, and nothing
 * depends on them. A kill loses the last minute.
 */
export const NotMatchedPort = definePort<Map<number, Buffer>>("rules not matched");

function bufferOf({ id, installation }: Tenant): Buffer {
  const all = installation.ports.use(NotMatchedPort);
  const known = all.get(id);
  if (known) return known;
  const fresh: Buffer = { byKind: new Map(), written: new Map(), last: 0 };
  all.set(id, fresh);
  return fresh;
}

/** Notes that these rules, which listen to `kind`, did not match an event. `rules` is kept, not copied. */
export function noteNotMatched(
  tenant: Tenant,
  kind: RuleEvent,
  rules: readonly EvaluatedRule[],
  event: EvaluatedEvent,
): void {
  const buffer = bufferOf(tenant);
  buffer.last += 1;
  const entry = { number: buffer.last, event, rules };
  const entries = buffer.byKind.get(kind);
  if (!entries) buffer.byKind.set(kind, [entry]);
  else if (entries.push(entry) > 2 * KEPT_NOT_MATCHED) entries.splice(0, KEPT_NOT_MATCHED);
}

/** Writes the runs of one rule that are still in memory. */
export function writeNotMatched(tenant: Tenant, ruleId: number): void {
  const buffer = bufferOf(tenant);
  const after = buffer.written.get(ruleId) ?? 0;
  buffer.written.set(ruleId, buffer.last);
  const runs = [...buffer.byKind.values()].flatMap((entries) =>
    entries.flatMap(({ number, event, rules }) => {
      const rule = number > after ? rules.find(({ id }) => id === ruleId) : undefined;
      return rule ? [{ event, conditions: rule.conditions }] : [];
    }),
  );
  if (runs.length === 0) return;
  tenant.write((unit) => {
    for (const { event, conditions } of runs.slice(-KEPT_NOT_MATCHED)) {
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

/** Ids of the rules with entries in memory. */
const ruleIdsOf = ({ byKind }: Buffer): ReadonlySet<number> =>
  new Set(
    [...new Set([...byKind.values()].flatMap((entries) => entries.map(({ rules }) => rules)))].flatMap(
      (rules) => rules.map(({ id }) => id),
    ),
  );

/** A contact or all of them are erased: nothing about them stays in memory. */
export const dropNotMatched = ({ id, installation }: Tenant): void =>
  void installation.ports.use(NotMatchedPort).delete(id);

function dropUpTo(entries: NotMatched[], number: number): void {
  const kept = entries.findIndex((entry) => entry.number > number);
  entries.splice(0, kept === -1 ? entries.length : kept);
}

/** Every minute: writes the runs without a match, one rule per transaction. */
export const writeNotMatchedRuns = defineJob<Installation>({
  name: "rules_not_matched",
  every: { seconds: 60 },
  async run({ ports, tenants, log }) {
    const all = ports.use(NotMatchedPort);
    for (const [companyId, buffer] of [...all]) {
      try {
        const tenant = tenants.open(companyId);
        const { last } = buffer;
        for (const ruleId of ruleIdsOf(buffer)) {
          writeNotMatched(tenant, ruleId);
          await yieldToEventLoop(tenant);
        }
        // Events that came meanwhile stay for the next run.
        if (buffer.last === last && all.get(companyId) === buffer) all.delete(companyId);
        else for (const entries of buffer.byKind.values()) dropUpTo(entries, last);
      } catch (error) {
        all.delete(companyId);
        log.warn({ company: companyId, err: error }, "runs of rules without a match not stored");
      }
    }
  },
});
