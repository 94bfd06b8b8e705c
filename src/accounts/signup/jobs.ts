import { transaction } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { forgetUsed } from "./links.ts";
import { deleteExpired } from "./waiting.ts";

/** Deletes sign-ups that were not confirmed in time, and links that were used long ago (docs/rules/sign-up.md#expiry). */
export const waitingSignupsJob = defineJob<Installation>({
  name: "waiting_signups",
  every: { seconds: 3600 },
  run: (installation) =>
    transaction(installation.system, () => {
      deleteExpired(installation);
      forgetUsed(installation);
    }),
});
