import { retryMedia } from "#inbox/messages/files/fetch-missing.ts";
import { sweepInboxes } from "#inbox/messages/inbox/sweep.ts";
import { abandonedMoves } from "#inbox/messages/listeners/moves-before-merges.ts";
import { cleanReadReceipts } from "#inbox/messages/listeners/read-receipts.ts";
import { sweepOutboxes } from "#inbox/messages/outbox/sweep.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { cleanUpMessages } from "./clean-up.ts";

/** Periods: docs/rules/jobs.md#periods. */
export const messageJobs = [
  defineJob<Installation>({ name: "raw_inbox", every: { seconds: 1 }, run: sweepInboxes }),
  defineJob<Installation>({ name: "outbox", every: { seconds: 1 }, run: sweepOutboxes }),
  defineJob<Installation>({ name: "media_retry", every: { seconds: 60 }, run: retryMedia }),
  abandonedMoves,
  defineJob<Installation>({
    name: "message_clean_up",
    every: "0 0 3 * * *",
    async run(installation) {
      await cleanUpMessages(installation);
      cleanReadReceipts(installation);
    },
  }),
];
