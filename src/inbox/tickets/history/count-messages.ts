import { execute, queryAll } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./history.sql.ts";

/** Attendances per transaction, which takes some ms. */
const AT_A_TIME = 20;

/**
 * Counts the messages of attendances that have no stored count: of those that ended in a release without counts (once after an
 * upgrade), and of imported ones (after each import) (docs/rules/reports.md#attendances).
 */
export const attendanceCounts = defineDueJob({
  job: "attendance_counts",
  every: { seconds: 60 },
  whileHeld: true,
  failure: "messages of earlier attendances not counted",
  retryMs: 60 * 60_000,
  yields: true,
  async run(tenant) {
    while (countSome(tenant)) await yieldToEventLoop(tenant);
    return null;
  },
});

/** Returns whether there may be more. */
function countSome(tenant: Tenant): boolean {
  const ids = queryAll(tenant.db, sql.uncounted, { limit: AT_A_TIME });
  if (ids.length > 0)
    tenant.write((unit) => {
      for (const { id } of ids) execute(unit.db, sql.countMessages, { id });
    });
  return ids.length === AT_A_TIME;
}
