import { run } from "#platform/db/database.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";

const DAY_MS = 24 * 60 * 60_000;
/** docs/rules/inbound.md#journal-and-chat-order: what went well is kept a week, what failed a month. */
const KEPT_MS = { done: 7 * DAY_MS, failed: 30 * DAY_MS };
/** Rows per transaction: nobody waits behind a big deletion. */
const BATCH = 2000;

const FORGET = `DELETE FROM inbound_event WHERE id IN (SELECT id FROM inbound_event
  WHERE finished_at <= ?1 AND (state <> 'failed' OR finished_at <= ?2) LIMIT ${BATCH})`;

/** Forgets old events of the companies that are awake; the others are cleaned when they wake. */
export async function cleanInboxes({ tenants, clock, log }: Installation): Promise<void> {
  for (const tenant of tenants.openTenants()) {
    try {
      const now = clock.now();
      let removed = BATCH;
      while (removed === BATCH) {
        removed = run(tenant.db, FORGET, now - KEPT_MS.done, now - KEPT_MS.failed).changes;
        await yieldToEventLoop(tenant);
      }
    } catch (error) {
      log.error({ company: tenant.id, err: error }, "inbox not cleaned");
    }
  }
}
