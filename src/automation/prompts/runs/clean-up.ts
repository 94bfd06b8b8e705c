import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { deleteOldTraces } from "./runs.ts";

/** docs/rules/jobs.md#periods, daily. */
export const promptCleanUpJob = defineJob<Installation>({
  name: "prompt_clean_up",
  every: "0 20 3 * * *",
  run({ tenants, log }) {
    for (const tenant of tenants.openTenants()) {
      try {
        deleteOldTraces(tenant);
      } catch (error) {
        log.error({ company: tenant.id, err: error }, "old AI traces not deleted");
      }
    }
  },
});
