import { execute } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import * as sql from "./health.sql.ts";

/** Job name in the wake-up schedule of companies with first contacts. */
export const FIRST_CONTACTS_DUE = "first-contacts";
const KEPT_MS = 90 * 86_400_000;
const DAY_MS = 86_400_000;
const STEP = 1000;

/** Deletes first contacts after 90 days (docs/rules/reach.md#budget). */
export const cleanUpFirstContacts = defineDueJob({
  name: "first contacts",
  job: FIRST_CONTACTS_DUE,
  every: "0 40 3 * * *",
  failure: "old first contacts not deleted",
  run(tenant) {
    const before = tenant.clock.now() - KEPT_MS;
    const { changes } = tenant.write((unit) => execute(unit.db, sql.deleteOld, { before, limit: STEP }));
    return tenant.clock.now() + (changes === STEP ? 0 : DAY_MS);
  },
});
