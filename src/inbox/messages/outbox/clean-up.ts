import { run } from "#platform/db/database.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Sent rows are kept as long as the keys that make repeated calls harmless; failed ones can be tried for a month. */
const SENT_MS = 7 * DAY_MS;
const FAILED_MS = 30 * DAY_MS;
const BATCH = 2000;
const FORGET = `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE created_at <= ?1
  AND (state IN ('sent', 'cancelled') OR (state = 'failed' AND created_at <= ?2)) LIMIT ${BATCH})`;

/** Forgets what was sent long ago; its messages stay. */
export async function cleanOutboxes({ tenants, clock, log }: Installation): Promise<void> {
  for (const tenant of tenants.openTenants()) {
    try {
      const now = clock.now();
      while (run(tenant.db, FORGET, now - SENT_MS, now - FAILED_MS).changes === BATCH)
        await yieldToEventLoop(tenant);
    } catch (error) {
      log.error({ company: tenant.id, err: error }, "outbox not cleaned");
    }
  }
}
