import { execute } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./clean-up.sql.ts";
import { KEY_KEPT_MS } from "./idempotency.ts";

const BATCH = 2000;

/** Deletes expired idempotency keys (docs/rules/jobs.md#periods, clean-up). */
export const apiCleanUp = defineJob<Installation>({
  name: "api_call_clean_up",
  every: "0 0 3 * * *",
  async run({ tenants, clock, log }) {
    for (const tenant of tenants.openTenants()) {
      try {
        while (
          execute(tenant.db, sql.deleteOld, { before: clock.now() - KEY_KEPT_MS, limit: BATCH }).changes ===
          BATCH
        )
          await yieldToEventLoop(tenant);
      } catch (error) {
        log.error({ company: tenant.id, err: error }, "idempotency keys of the send API not deleted");
      }
    }
  },
});
