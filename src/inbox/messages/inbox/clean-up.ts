import { execute } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./clean-up.sql.ts";

const DAY_MS = 24 * 60 * 60_000;
/** docs/rules/inbound.md#journal-and-chat-order: what went well is kept a week, what failed a month. */
const KEPT_MS = { done: 7 * DAY_MS, failed: 30 * DAY_MS };

/** Forgets old events of the companies that are awake; the others are cleaned when they wake. */
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
      log.error({ company: tenant.id, err: error }, "inbox not cleaned");
    }
  }
}
