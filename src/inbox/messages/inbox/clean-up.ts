import { execute } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./clean-up.sql.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Processed events are kept for a week, failed ones for a month (docs/rules/inbound.md#journal-and-chat-order). */
const KEPT_MS = { done: 7 * DAY_MS, failed: 30 * DAY_MS };

/** Deletes old events of the open companies; the others are cleaned when they are opened. */
export async function cleanInboxes({ tenants, clock, log }: Installation): Promise<void> {
  for (const tenant of tenants.openTenants()) {
    try {
      const now = clock.now();
      let removed = sql.BATCH;
      while (removed === sql.BATCH) {
        removed = execute(tenant.db, sql.deleteOld, {
          before: now - KEPT_MS.done,
          failedBefore: now - KEPT_MS.failed,
        }).changes;
        await yieldToEventLoop(tenant);
      }
    } catch (error) {
      log.error({ company: tenant.id, err: error }, "inbox clean-up failed; it runs again the next night");
    }
  }
}
