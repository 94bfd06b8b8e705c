import { ConnectionSaved } from "#channels/connections/events.ts";
import { TicketChanged } from "#inbox/tickets/events.ts";
import { redirectTicket } from "#inbox/tickets/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Rule } from "./distribution.sql.ts";
import * as sql from "./distribution.sql.ts";

const JOB = "redirection";

/**
 * Every 30 s: moves waiting tickets without queue to the queue of the connection's redirection rule
 * (docs/rules/automation.md#redirection).
 */
export const redirection = defineDueJob({
  job: JOB,
  every: { seconds: 30 },
  failure: "waiting tickets not redirected",
  run(tenant) {
    const rules = queryAll(tenant.db, sql.redirectRules);
    for (const rule of rules) redirect(tenant, rule);
    return nextLook(tenant, rules);
  },
});

/** Schedules the redirection of a ticket without queue; the job opens the company if its database is closed. */
export function watchUnqueued({ bus }: Installation): void {
  bus.within(TicketChanged, (unit, { after }) => {
    if (after.status !== "pending") return;
    const rule = queryOne(unit.db, sql.redirectRuleOf, { connectionId: after.connectionId });
    if (rule) unit.scheduleWake(JOB, unit.now + rule.afterMs);
  });
  bus.within(ConnectionSaved, (unit) => unit.scheduleWake(JOB, unit.now));
}

function redirect(tenant: Tenant, rule: Rule): void {
  tenant.write((unit) => {
    const long = queryAll(unit.db, sql.overdueUnqueued, {
      connectionId: rule.connectionId,
      before: unit.now - rule.afterMs,
    });
    for (const { id } of long) redirectTicket(unit, id, rule.queueId);
  });
}

function nextLook(tenant: Tenant, rules: readonly Rule[]): number | null {
  const times = rules.flatMap(({ connectionId, afterMs }) => {
    const at = queryOne(tenant.db, sql.oldestUnqueued, { connectionId })?.at ?? null;
    return at === null ? [] : [at + afterMs + 1];
  });
  return times.length === 0 ? null : Math.min(...times);
}
