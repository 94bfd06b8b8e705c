import { execute } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./health.sql.ts";

/** Job name in the wake-up schedule of companies with first contacts. */
export const FIRST_CONTACTS_DUE = "first-contacts";
const KEPT_MS = 90 * 86_400_000;
const DAY_MS = 86_400_000;
const STEP = 1000;

/** Deletes first contacts after 90 days (docs/rules/reach.md#budget). */
export const cleanUpFirstContacts = defineJob<Installation>({
  name: "first contacts",
  every: "0 40 3 * * *",
  run: (installation) =>
    forEachDueCompany(installation, {
      job: FIRST_CONTACTS_DUE,
      failure: "old first contacts not deleted",
      run(tenant) {
        const before = tenant.clock.now() - KEPT_MS;
        const { changes } = tenant.write((unit) => execute(unit.db, sql.deleteOld, { before, limit: STEP }));
        return tenant.clock.now() + (changes === STEP ? 0 : DAY_MS);
      },
    }),
});
