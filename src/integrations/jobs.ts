import { run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { INTEGRATION_DUE, nextDue } from "./lane/rows.ts";
import { RunnerPort } from "./lane/runner-port.ts";

/** The log is kept this long (behaviour 18.1), ms. */
const LOG_MS = 30 * 24 * 3_600_000;
const OLD = `DELETE FROM integration_delivery WHERE id IN (SELECT id FROM integration_delivery
  WHERE created_at < ? AND state IN ('done', 'failed') LIMIT 5000)`;

/** Wakes the lanes of companies with something due: retries, and what a crash or a stop left (behaviour 29). */
function sweep({ tenants, clock, ports, log }: Installation): void {
  const now = clock.now();
  for (const companyId of tenants.due(INTEGRATION_DUE, now)) {
    try {
      const tenant = tenants.open(companyId);
      const next = nextDue(tenant.db);
      tenants.settleDue(companyId, INTEGRATION_DUE, next);
      if (next !== null && next <= now) ports.use(RunnerPort).wake(tenant);
    } catch (error) {
      log.error({ company: companyId, err: error }, "integrations not looked after");
    }
  }
}

/** Takes old lines out of the logs of the companies that are open: the others have written none. */
function cleanUp({ tenants, clock, log }: Installation): void {
  for (const tenant of tenants.awake()) {
    try {
      tenant.write((unit) => run(unit.db, OLD, clock.now() - LOG_MS));
    } catch (error) {
      log.error({ company: tenant.id, err: error }, "log of integrations not cleaned");
    }
  }
}

export const integrationJobs = [
  defineJob<Installation>({ name: INTEGRATION_DUE, every: { seconds: 10 }, run: sweep }),
  defineJob<Installation>({ name: "integration_clean_up", every: "0 20 3 * * *", run: cleanUp }),
];
