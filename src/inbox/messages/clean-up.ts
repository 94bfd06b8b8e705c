import { removeUndone } from "#inbox/messages/change/undo-send.ts";
import { removeOldReceipts } from "#inbox/messages/info/receipts.ts";
import { execute } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./clean-up.sql.ts";

const DAY_MS = 24 * 60 * 60_000;
/**
 * Processed inbound events are kept for a week, failed ones for a month (docs/rules/inbound.md#journal-and-chat-order).
 * Sent outbox rows are kept as long as the idempotency keys; failed ones for a month, in which they can be retried.
 */
const KEPT_MS = { done: 7 * DAY_MS, failed: 30 * DAY_MS };

/**
 * Deletes old inbound events and outbox rows of the open companies; other companies are cleaned when they are opened.
 * Messages are not deleted, except those whose send was undone.
 */
export async function cleanUpMessages({ tenants, clock, log }: Installation): Promise<void> {
  for (const tenant of tenants.openTenants()) {
    const now = clock.now();
    const before = { before: now - KEPT_MS.done, failedBefore: now - KEPT_MS.failed };
    await removeUndone(tenant, before.before).catch((error: unknown) =>
      log.error(
        { company: tenant.id, err: error },
        "messages whose send was undone not deleted; retried the next night",
      ),
    );
    await removeOldReceipts(tenant).catch((error: unknown) =>
      log.error(
        { company: tenant.id, err: error },
        "old receipts of messages not deleted; retried the next night",
      ),
    );
    for (const statement of [sql.deleteOldEvents, sql.deleteOldSends]) {
      try {
        while (execute(tenant.db, statement, before).changes === sql.BATCH) await yieldToEventLoop(tenant);
      } catch (error) {
        log.error(
          { company: tenant.id, err: error },
          "old inbound events and outbox rows not deleted; retried the next night",
        );
      }
    }
  }
}
