import { presentFiles } from "#automation/ticket-actions/index.ts";
import { nodesOf } from "#inbox/conditions/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { missingUsers } from "./check.ts";
import type { RuleAnswer, RunAnswer, RunCondition } from "./contract.ts";
import * as sql from "./queries.sql.ts";
import type { Rule } from "./schema.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;
const instant = (at: number): string => new Date(at).toISOString();

export function presentRule(tenant: Tenant, rule: Rule): RuleAnswer {
  const since = tenant.clock.now() - WEEK_MS;
  const numbers = queryOne(tenant.db, sql.statistics, { ruleId: rule.id, since });
  const failedAt = numbers?.failedAt ?? null;
  return {
    id: rule.id,
    name: rule.name,
    event: rule.event,
    settings: rule.settings,
    conditions: nodesOf(rule.conditions).nodes.length === 0 ? null : rule.conditions,
    actions: [...rule.actions],
    files: presentFiles(tenant, rule.actions),
    position: rule.position,
    stop: rule.stop,
    oncePer: rule.oncePer,
    alsoFromRules: rule.alsoFromRules,
    active: rule.active,
    fired: numbers?.fired ?? 0,
    lastFailure: failedAt === null ? null : { at: instant(failedAt), code: numbers?.code ?? "" },
    missingUserIds: missingUsers(tenant, rule),
  };
}

export const presentRun = (run: sql.RunRow): RunAnswer => ({
  id: run.id,
  ruleId: run.ruleId,
  ruleName: run.ruleName,
  at: instant(run.at),
  outcome: run.outcome,
  reason: run.reason,
  ticket:
    run.ticketId === null || run.uuid === null
      ? null
      : { id: run.ticketId, uuid: run.uuid, name: run.name ?? "" },
  depth: run.depth,
  conditions: JSON.parse(run.conditions) as RunCondition[],
});
