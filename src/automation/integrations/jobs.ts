import { one, run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
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
const sweep = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: INTEGRATION_DUE,
    failure: "integration deliveries not processed",
    run(tenant) {
      const next = nextDue(tenant.db);
      // Before the runner starts, which may schedule the next wake-up itself.
      installation.tenants.rescheduleWake(tenant.id, INTEGRATION_DUE, next);
      if (next !== null && next <= installation.clock.now()) installation.ports.use(RunnerPort).wake(tenant);
    },
  });

/** Takes what is older than 30 days out of the logs; a company is opened only when it has something that old. */
const cleanUp = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: CLEAN_UP_DUE,
    failure: "log of integrations not cleaned",
    run(tenant) {
      tenant.write((unit) => run(unit.db, OLD, unit.now - LOG_MS));
      const oldest = one<{ at: number | null }>(tenant.db, OLDEST)?.at ?? null;
      return oldest === null ? null : oldest + LOG_MS;
    },
  });

export const integrationJobs = [
  defineJob<Installation>({ name: INTEGRATION_DUE, every: { seconds: 10 }, run: sweep }),
  defineJob<Installation>({ name: CLEAN_UP_DUE, every: "0 20 3 * * *", run: cleanUp }),
];
