import { SessionChanged } from "#channels/connections/events.ts";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import { CHECK_JOB } from "#outreach/contact-lists/job-names.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { checkNumbers } from "./check-numbers.ts";

/** Wait before a company whose check failed is tried again, ms. */
const FAILED_MS = 60_000;
/** Maximum number of companies per run. */
const MAX_COMPANIES = 200;

/** Checks unknown numbers of lists: every second, all companies in parallel (docs/rules/jobs.md#periods). */
export const checkJob = defineJob<Installation>({
  name: CHECK_JOB,
  every: { seconds: 1 },
  async run({ tenants, clock, log }) {
    await Promise.all(
      tenants
        .dueCompanies(CHECK_JOB, clock.now())
        .slice(0, MAX_COMPANIES)
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

/** When a connection opens, waiting checks continue. */
export function listenForConnections({ bus }: Installation): void {
  bus.within(SessionChanged, (unit, { after }) => {
    if (after.status === "CONNECTED" && queryOne(unit.db, sql.anyCheck))
      unit.scheduleWake(CHECK_JOB, unit.now);
  });
}
