import { retryMedia } from "#inbox/messages/files/fetch-missing.ts";
import { cleanInboxes } from "#inbox/messages/inbox/clean-up.ts";
import { sweepInboxes } from "#inbox/messages/inbox/sweep.ts";
import { cleanOutboxes } from "#inbox/messages/outbox/clean-up.ts";
import { sweepOutboxes } from "#inbox/messages/outbox/sweep.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";

/** docs/rules/jobs.md#periods. */
export const messageJobs = [
  defineJob<Installation>({ name: "raw_inbox", every: { seconds: 1 }, run: sweepInboxes }),
  defineJob<Installation>({ name: "outbox", every: { seconds: 1 }, run: sweepOutboxes }),
  defineJob<Installation>({ name: "media_retry", every: { seconds: 60 }, run: retryMedia }),
  defineJob<Installation>({
    name: "message_clean_up",
    every: "0 0 3 * * *",
    async run(installation) {
      await cleanInboxes(installation);
      await cleanOutboxes(installation);
    },
  }),
];
