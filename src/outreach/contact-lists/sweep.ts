import { execute, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./contact-lists.sql.ts";
import { SWEEP_JOB } from "./job-names.ts";

/** Longest run, ms, so that a stop never waits longer; the next run continues. */
const RUN_MS = 800;
const FAILED_MS = 60_000;

/** Deletes the items of deleted lists in steps: 100,000 in one transaction would block the company for seconds. */
export const sweepJob = defineJob<Installation>({
  name: SWEEP_JOB,
  every: { seconds: 1 },
  run(installation) {
    const until = performance.now() + RUN_MS;
    return forEachDueCompany(installation, {
      job: SWEEP_JOB,
      failure: "items of deleted contact lists not deleted",
      retryMs: FAILED_MS,
      async run(tenant) {
        let more = true;
        while (more && performance.now() < until) {
          more = removeSome(tenant);
          await yieldToEventLoop(tenant);
        }
        return more ? undefined : null;
      },
    });
  },
});

/** Deletes one step of items; returns false when none are left. */
function removeSome(tenant: Tenant): boolean {
  const gone = queryOne(tenant.db, sql.deletedList);
  if (!gone) return false;
  tenant.write(({ db }) => execute(db, sql.deleteSomeItems, gone));
  return true;
}
