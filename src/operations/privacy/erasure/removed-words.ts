import { checkpointed, truncateWal } from "#platform/db/checkpoint/checkpoints.ts";
import { rewriteIndex } from "#platform/db/search-segments.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import { REMOVED_WORDS, takeRemovedWords } from "#tenants/removed-words.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** A failed rewrite is retried after this time, ms. */
const AGAIN_MS = 10 * 60_000;

/** Rewrites the search indexes of companies with recently removed messages (docs/rules/search.md#removed-words). */
export const removedWordsJob = defineDueJob({
  job: REMOVED_WORDS,
  every: { seconds: 5 },
  whileHeld: true,
  failure: "search indexes not rewritten; retry in 10 min",
  retryMs: AGAIN_MS,
  async run(tenant) {
    const reschedule = (at: number | null) =>
      tenant.installation.tenants.rescheduleWake(tenant.id, REMOVED_WORDS, at);
    reschedule(tenant.clock.now() + AGAIN_MS);
    takeRemovedWords(tenant);
    await redactOldEvents(tenant);
    // Messages removed meanwhile keep their own due time.
    if (!takeRemovedWords(tenant)) reschedule(null);
  },
});

async function redactOldEvents(tenant: Tenant): Promise<void> {
  const letGo = tenant.keepOpen();
  try {
    const between = () => yieldToEventLoop(tenant);
    await rewriteIndex(tenant.db, "message_search", between);
    await rewriteIndex(tenant.db, "chat_message_search", between);
    await checkpointed(tenant.db.$client);
    await truncateWal(tenant.db.$client);
  } finally {
    letGo();
  }
}
