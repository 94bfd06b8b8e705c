import { execute, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import { CLEAN_UP_DUE, INTEGRATION_DUE, LOG_MS, nextDue } from "./delivery/rows.ts";
import { RunnerPort } from "./delivery/runner-port.ts";
import * as sql from "./integrations.sql.ts";

/**
 * Wakes the runner of companies with due deliveries: retries, and those left by a crash or a stop
 * (docs/rules/jobs.md#periods).
 */
const sweep = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: INTEGRATION_DUE,
    failure: "integration deliveries not processed",
    run(tenant) {
      const next = nextDue(tenant.db);
      // Rescheduled before the runner starts, because the runner may schedule the next wake-up itself.
      installation.tenants.rescheduleWake(tenant.id, INTEGRATION_DUE, next);
      if (next !== null && next <= installation.clock.now()) installation.ports.use(RunnerPort).wake(tenant);
    },
  });

/** Deletes log entries older than 30 days. A company is opened only when it has such entries. */
const cleanUp = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: CLEAN_UP_DUE,
    failure: "old integration deliveries not deleted",
    async run(tenant) {
      const before = installation.clock.now() - LOG_MS;
      while (tenant.write((unit) => execute(unit.db, sql.deleteOld, { before })).changes === sql.BATCH)
        await yieldToEventLoop(tenant);
      const oldest = queryOne(tenant.db, sql.oldest)?.at ?? null;
      return oldest === null ? null : oldest + LOG_MS;
    },
  });

export const integrationJobs = [
  defineJob<Installation>({ name: INTEGRATION_DUE, every: { seconds: 10 }, run: sweep }),
  defineJob<Installation>({ name: CLEAN_UP_DUE, every: "0 20 3 * * *", run: cleanUp }),
];
