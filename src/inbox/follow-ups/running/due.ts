import { mayWork } from "#accounts/companies/index.ts";
import * as sql from "#inbox/follow-ups/follow-ups.sql.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { FOLLOW_UPS_DUE } from "./start.ts";
import { runDueStep } from "./step.ts";

const PERIOD_MS = 5000;
/** Interval at which an expired company is checked again, ms; its runs pause meanwhile. */
const REST_MS = 60_000;

/**
 * Every 5 s: queues the due steps of follow-ups, and ends runs that waited long enough after their last step
 * (docs/rules/follow-ups.md#times, docs/rules/jobs.md#periods).
 */
export const dueFollowUps = defineDueJob({
  job: FOLLOW_UPS_DUE,
  every: { seconds: PERIOD_MS / 1000 },
  afterSetBack: true,
  failure: "steps of follow-ups not sent; retry in 5 s",
  run: runDue,
});

async function runDue(tenant: Tenant): Promise<void> {
  if (mayWork(tenant)) await sendDue(tenant);
  const now = tenant.clock.now();
  const at = queryOne(tenant.db, sql.nextDue)?.at ?? null;
  const pause = mayWork(tenant) ? PERIOD_MS : REST_MS;
  tenant.installation.tenants.rescheduleWake(
    tenant.id,
    FOLLOW_UPS_DUE,
    at === null ? null : Math.max(at, now + pause),
  );
}

/** One transaction per run; on an unofficial connection one step, then the next connection. */
async function sendDue(tenant: Tenant): Promise<void> {
  const now = tenant.clock.now();
  for (const { id: connectionId, official } of queryAll(tenant.db, sql.dueConnections, { now }))
    for (const { id } of queryAll(tenant.db, sql.dueOf, { connectionId, now })) {
      const outcome = attempt(tenant, id);
      await yieldToEventLoop(tenant);
      if (outcome === "waits" || (outcome === "queued" && official === 0)) break;
    }
}

/** Processes one run; a failure is logged, does not stop the other runs, and is retried at the next job. */
function attempt(tenant: Tenant, id: number): ReturnType<typeof runDueStep> {
  try {
    return tenant.write((unit) => runDueStep(unit, id));
  } catch (error) {
    tenant.log.error({ followUpRun: id, err: error }, "queueing a step of a follow-up failed; retry in 5 s");
    return "other";
  }
}
