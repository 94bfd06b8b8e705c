import { one, run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { CLEAN_UP_DUE, INTEGRATION_DUE, LOG_MS, nextDue } from "./delivery/rows.ts";
import { RunnerPort } from "./delivery/runner-port.ts";

const OLD = `DELETE FROM integration_delivery WHERE id IN (SELECT id FROM integration_delivery
  WHERE created_at <= ? AND state IN ('done', 'failed') LIMIT 5000)`;
const OLDEST = "SELECT min(created_at) AS at FROM integration_delivery";

/**
 * Wakes the lanes of companies with something due: retries, and what a crash or a stop left
 * (docs/rules/jobs.md#periods).
 */
function sweep({ tenants, clock, ports, log }: Installation): void {
  const now = clock.now();
  for (const companyId of tenants.dueCompanies(INTEGRATION_DUE, now)) {
    try {
      const tenant = tenants.open(companyId);
      const next = nextDue(tenant.db);
      tenants.rescheduleWake(companyId, INTEGRATION_DUE, next);
      if (next !== null && next <= now) ports.use(RunnerPort).wake(tenant);
    } catch (error) {
      log.error({ company: companyId, err: error }, "integrations not looked after");
    }
  }
}

/** Takes what is older than 30 days out of the logs; a company is opened only when it has something that old. */
function cleanUp({ tenants, clock, log }: Installation): void {
  const now = clock.now();
  for (const companyId of tenants.dueCompanies(CLEAN_UP_DUE, now)) {
    try {
      const tenant = tenants.open(companyId);
      tenant.write((unit) => run(unit.db, OLD, now - LOG_MS));
      const oldest = one<{ at: number | null }>(tenant.db, OLDEST)?.at ?? null;
      tenants.rescheduleWake(companyId, CLEAN_UP_DUE, oldest === null ? null : oldest + LOG_MS);
    } catch (error) {
      log.error({ company: companyId, err: error }, "log of integrations not cleaned");
    }
  }
}

export const integrationJobs = [
  defineJob<Installation>({ name: INTEGRATION_DUE, every: { seconds: 10 }, run: sweep }),
  defineJob<Installation>({ name: CLEAN_UP_DUE, every: "0 20 3 * * *", run: cleanUp }),
];
