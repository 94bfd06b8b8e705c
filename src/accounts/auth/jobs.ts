import { mayWork } from "#accounts/companies/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import * as sql from "./auth.sql.ts";
import { answerRecoveries } from "./recovery/recovery.ts";
import { SESSION_CLEAN_UP, SESSION_KEPT_MS } from "./sessions/sessions.ts";
import { endOldAccesses, endUnheldAccesses } from "./support/support.ts";

/** Deletes sessions that ended or expired more than 30 days ago (docs/rules/jobs.md#periods, clean-up). */
export const sessionCleanUpJob = defineDueJob({
  job: SESSION_CLEAN_UP,
  every: "0 0 3 * * *",
  failure: "old login sessions not removed",
  run(tenant) {
    tenant.write(
      (unit) => void execute(unit.db, sql.deleteOldSessions, { before: unit.now - SESSION_KEPT_MS }),
    );
    const oldest = queryOne(tenant.db, sql.oldestSession)?.at ?? null;
    return oldest === null ? null : oldest + SESSION_KEPT_MS;
  },
});

/** Companies that were expired or disabled at the last run. In memory only, because a restart closes all sockets. */
const stopped = new WeakSet<Tenant>();

/**
 * Notifies open pages when their company expires, and limits them to payment events; closes the sockets of disabled
 * companies; restores all events when a company is active again (docs/rules/jobs.md#periods, expiry).
 */
export const expiryJob = defineJob<Installation>({
  name: "expiry",
  every: { seconds: 60 },
  run({ tenants, ports }) {
    const realtime = ports.use(RealtimePort);
    for (const tenant of tenants.openTenants()) {
      const works = mayWork(tenant);
      if (works === !stopped.has(tenant)) continue;
      if (works) stopped.delete(tenant);
      else stopped.add(tenant);
      realtime.publish(tenant.id, [
        { channel: "subscription", data: { action: works ? "renewed" : "expired" }, audience: "everyone" },
      ]);
      realtime.reload(tenant.id);
    }
  },
});

/** Closes live sockets whose session expired without any request. */
export const sessionExpiryJob = defineJob<Installation>({
  name: "session_expiry",
  every: { seconds: 3600 },
  run({ tenants, ports }) {
    for (const tenant of tenants.openTenants()) ports.use(RealtimePort).reload(tenant.id);
  },
});

/** Mails the codes requested by people who forgot their password. */
export const recoveryJob = defineJob<Installation>({
  name: "recovery",
  every: { seconds: 1 },
  run: answerRecoveries,
});

/**
 * Ends support accesses after an hour, and those of super users whose right was removed without an event, for example
 * by an edit of the database.
 */
export const supportJob = defineJob<Installation>({
  name: "support",
  every: { seconds: 60 },
  run(installation) {
    endOldAccesses(installation);
    endUnheldAccesses(installation);
  },
});
