import { execute } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./clean-up.sql.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Sent rows are kept as long as the idempotency keys; failed ones can be retried for a month. */
const SENT_MS = 7 * DAY_MS;
const FAILED_MS = 30 * DAY_MS;

/** Deletes old outbox rows; their messages stay. */
export async function cleanOutboxes({ tenants, clock, log }: Installation): Promise<void> {
  for (const tenant of tenants.openTenants()) {
    try {
      const now = clock.now();
      while (
        execute(tenant.db, sql.deleteOld, { before: now - SENT_MS, failedBefore: now - FAILED_MS })
          .changes === sql.BATCH
      )
        await yieldToEventLoop(tenant);
    } catch (error) {
      log.error({ company: tenant.id, err: error }, "outbox clean-up failed; it runs again the next night");
    }
  }
}
