import { checkpointed, truncateWal } from "#platform/db/checkpoint/checkpoints.ts";
import { rewriteIndex } from "#platform/db/rewrite-index.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import { REMOVED_WORDS, takeRemovedWords } from "#tenants/removed-words.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** A rewrite that failed is tried again after this, ms. */
const AGAIN_MS = 10 * 60_000;

/** Rewrites the search indexes of companies whose messages were removed lately (docs/rules/search.md#removed-words). */
export const removedWordsJob = defineJob<Installation>({
  name: REMOVED_WORDS,
  every: { seconds: 5 },
  async run({ tenants, clock, log }) {
    for (const companyId of tenants.dueCompanies(REMOVED_WORDS, clock.now())) {
      try {
        tenants.rescheduleWake(companyId, REMOVED_WORDS, clock.now() + AGAIN_MS);
        const tenant = tenants.open(companyId);
        takeRemovedWords(tenant);
        await redactOldEvents(tenant);
        // What was removed meanwhile keeps its own due time.
        if (!takeRemovedWords(tenant)) tenants.rescheduleWake(companyId, REMOVED_WORDS, null);
      } catch (error) {
        log.error(
          { company: companyId, err: error },
          "search indexes not rewritten; tried again in ten minutes",
        );
      }
    }
  },
});

async function redactOldEvents(tenant: Tenant): Promise<void> {
  const letGo = tenant.keepOpen();
  try {
    const between = () => yieldToEventLoop(tenant);
    await rewriteIndex(tenant.db, "message_search", between);
    await rewriteIndex(tenant.db, "chat_message_search", between);
    await checkpointed(tenant.db.$client);
    truncateWal(tenant.db.$client);
  } finally {
    letGo();
  }
}
