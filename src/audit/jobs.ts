import { type Db, one, run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { WaitingPort } from "./later.ts";
import { keptMs, RETENTION } from "./note.ts";

/** Rows per company and run (behaviour 29). */
const AT_ONCE = 200;
const OLD = `DELETE FROM audit_line WHERE id IN (SELECT id FROM audit_line WHERE at < ? ORDER BY at LIMIT ${AT_ONCE})`;
const OLDEST = "SELECT min(at) AS at FROM audit_line";
const OLD_OF_PROVIDER = OLD.replaceAll("audit_line", "provider_line");

/** Writes down what waited. */
export const auditWaitingJob = defineJob<Installation>({
  name: "audit",
  every: { seconds: 1 },
  run: ({ ports }) => ports.use(WaitingPort).flush(),
});

/** Lines older than the provider keeps them go, 200 a company and run. */
export const auditRetentionJob = defineJob<Installation>({
  name: RETENTION,
  every: { seconds: 60 },
  run(installation) {
    const { tenants, clock, system } = installation;
    const [now, kept] = [clock.now(), keptMs(installation)];
    run(system, OLD_OF_PROVIDER, now - kept);
    for (const companyId of tenants.due(RETENTION, now)) {
      const tenant = tenants.open(companyId);
      tenant.write((unit) => void run(unit.db, OLD, now - kept));
      const oldest = oldestIn(tenant.db);
      tenants.settleDue(companyId, RETENTION, oldest === null ? null : Math.max(oldest + kept, now + 1));
    }
  },
});

const oldestIn = (db: Db): number | null => one<{ at: number | null }>(db, OLDEST)?.at ?? null;
