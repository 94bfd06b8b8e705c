import { queryAll, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import { announceDeleted } from "./announce-deleted.ts";
import * as sql from "./notifications.sql.ts";

/** Name of the job that deletes old notifications. */
export const NOTIFICATION_RETENTION = "notification_retention";
/** How long a notification is kept, ms: 90 days (docs/rules/notifications.md#kept). */
export const KEPT_MS = 90 * 24 * 60 * 60_000;
/** Rows deleted per company and run. */
const PER_RUN = 500;
/** Minimum time between two runs of a company, ms, while it has old rows. */
const PAUSE_MS = 60_000;
/** Rows wait this long after they became old, so that one run deletes many of them, ms. */
const TOGETHER_MS = 60 * 60_000;

/** Deletes notifications after 90 days; open pages forget them. */
export const notificationRetention = defineDueJob({
  job: NOTIFICATION_RETENTION,
  every: { seconds: 60 },
  whileHeld: true,
  failure: "expired notifications not deleted",
  run(tenant) {
    const now = tenant.clock.now();
    tenant.write((unit) =>
      announceDeleted(unit, queryAll(unit.db, sql.deleteOld, { before: now - KEPT_MS, limit: PER_RUN })),
    );
    const oldest = queryOne(tenant.db, sql.oldest)?.at ?? null;
    return oldest === null ? null : Math.max(oldest + KEPT_MS + TOGETHER_MS, now + PAUSE_MS);
  },
});
