import { SessionChanged } from "#channels/connections/events.ts";
import { CHECK_JOB } from "#outreach/contact-lists/job-names.ts";
import { one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { checkNumbers } from "./check-numbers.ts";

/** A company whose check failed is tried again after this, ms. */
const FAILED_MS = 60_000;
/** Companies of one run. */
const MOST = 200;

/** Asks about unknown numbers of lists: every second, all companies beside each other (docs/rules/jobs.md#periods). */
export const checkJob = defineJob<Installation>({
  name: CHECK_JOB,
  every: { seconds: 1 },
  async run({ tenants, clock, log }) {
    await Promise.all(
      tenants
        .dueCompanies(CHECK_JOB, clock.now())
        .slice(0, MOST)
        .map(async (companyId) => {
          try {
            tenants.rescheduleWake(companyId, CHECK_JOB, await checkNumbers(tenants.open(companyId)));
          } catch (error) {
            log.error(
              { company: companyId, err: error },
              "number check of contact lists failed; it is retried",
            );
            tenants.rescheduleWake(companyId, CHECK_JOB, clock.now() + FAILED_MS);
          }
        }),
    );
  },
});

const WAITING = "SELECT 1 FROM contact_list_item WHERE check_at IS NOT NULL LIMIT 1";

/** When a connection opens, waiting checks continue. */
export function listenForConnections({ bus }: Installation): void {
  bus.within(SessionChanged, (unit, { after }) => {
    if (after.status === "CONNECTED" && one(unit.db, WAITING)) unit.scheduleWake(CHECK_JOB, unit.now);
  });
}
