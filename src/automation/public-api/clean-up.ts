import { run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import { KEY_KEPT_MS } from "./idempotency.ts";

const BATCH = 2000;
const FORGET = `DELETE FROM api_call WHERE id IN (SELECT id FROM api_call WHERE created_at < ? LIMIT ${BATCH})`;

/** Forgets keys that do not count any more (docs/rules/jobs.md#periods, clean-up). */
export const apiCleanUp = defineJob<Installation>({
  name: "api_call_clean_up",
  every: "0 0 3 * * *",
  async run({ tenants, clock, log }) {
    for (const tenant of tenants.openTenants()) {
      try {
        while (run(tenant.db, FORGET, clock.now() - KEY_KEPT_MS).changes === BATCH)
          await yieldToEventLoop(tenant);
      } catch (error) {
        log.error({ company: tenant.id, err: error }, "keys of the send API not cleaned");
      }
    }
  },
});
