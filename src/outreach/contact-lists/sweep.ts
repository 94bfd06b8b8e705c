import { one, run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { SWEEP_JOB } from "./job-names.ts";

/** People removed in one transaction: others write in between. */
const STEP = 500;
/** Longest run, ms, so that a stop never waits longer; the next run continues. */
const RUN_MS = 800;
const FAILED_MS = 60_000;

/** A deleted list that still has people. */
const LEFT = `SELECT contact_list_id AS id FROM contact_list_item
  WHERE contact_list_id NOT IN (SELECT id FROM contact_list) LIMIT 1`;
const REMOVE = `DELETE FROM contact_list_item WHERE id IN
  (SELECT id FROM contact_list_item WHERE contact_list_id = ? LIMIT ${STEP})`;

/** Removes the people of deleted lists in pieces: 100,000 in one transaction would let everybody wait for seconds. */
export const sweepJob = defineJob<Installation>({
  name: SWEEP_JOB,
  every: { seconds: 1 },
  run(installation) {
    const until = performance.now() + RUN_MS;
    return forEachDueCompany(installation, {
      job: SWEEP_JOB,
      failure: "people of deleted lists not removed",
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

/** False when nobody is left. */
function removeSome(tenant: Tenant): boolean {
  const gone = one<{ id: number }>(tenant.db, LEFT);
  if (!gone) return false;
  tenant.write(({ db }) => run(db, REMOVE, gone.id));
  return true;
}
