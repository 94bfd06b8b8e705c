import { ConnectionSaved } from "#channels/connections/events.ts";
import { TicketChanged } from "#inbox/tickets/events.ts";
import { redirectTicket } from "#inbox/tickets/index.ts";
import { all, one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

const JOB = "redirection";
/** docs/rules/jobs.md#periods: rows per company and run. */
const LIMIT = 200;

// A target that is no queue of the connection turns the rule off (docs/rules/automation.md#redirection).
const RULES = `SELECT w.id AS connectionId, w.redirect_queue_id AS queueId, w.redirect_after_minutes * 60000 AS afterMs
  FROM connection w JOIN connection_queue cq ON cq.connection_id = w.id AND cq.queue_id = w.redirect_queue_id
  WHERE w.deleted_at IS NULL AND w.redirect_after_minutes > 0`;
const RULE = `${RULES} AND w.id = ?`;
const SINCE = "max(r.created_at, coalesce(t.last_bot_at, 0))";
const UNQUEUED = `FROM ticket t INDEXED BY ticket_unqueued
  JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
  WHERE t.connection_id = ?1 AND t.status = 'pending' AND t.queue_id IS NULL AND t.user_id IS NULL`;
const LONG = `SELECT t.id ${UNQUEUED} AND ${SINCE} < ?2 ORDER BY t.id LIMIT ${LIMIT}`;
const FIRST = `SELECT min(${SINCE}) AS at ${UNQUEUED}`;
interface Rule {
  readonly connectionId: number;
  readonly queueId: number;
  readonly afterMs: number;
}

/**
 * Every 30 s: tickets that nobody chose a queue for go to the one of the connection's rule
 * (docs/rules/automation.md#redirection).
 */
export const redirection = defineJob<Installation>({
  name: JOB,
  every: { seconds: 30 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: JOB,
      failure: "waiting tickets not redirected",
      run(tenant) {
        const rules = all<Rule>(tenant.db, RULES);
        for (const rule of rules) redirect(tenant, rule);
        return nextLook(tenant, rules);
      },
    }),
});

/** A ticket without queue is looked at when its time is over, also when its company sleeps by then. */
export function watchUnqueued({ bus }: Installation): void {
  bus.within(TicketChanged, (unit, { after }) => {
    if (after.status !== "pending") return;
    const rule = one<Rule>(unit.db, RULE, after.connectionId);
    if (rule) unit.scheduleWake(JOB, unit.now + rule.afterMs);
  });
  bus.within(ConnectionSaved, (unit) => unit.scheduleWake(JOB, unit.now));
}

function redirect(tenant: Tenant, rule: Rule): void {
  tenant.write((unit) => {
    const long = all<{ id: number }>(unit.db, LONG, rule.connectionId, unit.now - rule.afterMs);
    for (const { id } of long) redirectTicket(unit, id, rule.queueId);
  });
}

function nextLook(tenant: Tenant, rules: readonly Rule[]): number | null {
  const times = rules.flatMap(({ connectionId, afterMs }) => {
    const at = one<{ at: number | null }>(tenant.db, FIRST, connectionId)?.at ?? null;
    return at === null ? [] : [at + afterMs + 1];
  });
  return times.length === 0 ? null : Math.min(...times);
}
