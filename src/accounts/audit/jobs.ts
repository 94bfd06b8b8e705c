import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./audit.sql.ts";
import { DeferredEntriesPort } from "./deferred.ts";
import { RETENTION, retentionMs } from "./write.ts";

/** Writes the deferred entries. */
export const deferredEntriesJob = defineJob<Installation>({
  name: "audit",
  every: { seconds: 1 },
  run: ({ ports }) => ports.use(DeferredEntriesPort).flush(),
});

/** Deletes entries older than the provider's retention, 200 per company and run. */
export const auditRetentionJob = defineJob<Installation>({
  name: RETENTION,
  every: { seconds: 60 },
  run(installation) {
    const { clock, system } = installation;
    const [now, kept] = [clock.now(), retentionMs(installation)];
    execute(system, sql.deleteOldEntries("provider"), { before: now - kept });
    return forEachDueCompany(installation, {
      job: RETENTION,
      failure: "expired audit entries not deleted",
      run(tenant) {
        tenant.write(
          (unit) => void execute(unit.db, sql.deleteOldEntries("company"), { before: now - kept }),
        );
        const oldest = oldestIn(tenant.db);
        return oldest === null ? null : Math.max(oldest + kept, now + 1);
      },
    });
  },
});

const oldestIn = (db: Db): number | null => queryOne(db, sql.oldest)?.at ?? null;
