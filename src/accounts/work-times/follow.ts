import { SettingChanged } from "#accounts/settings/events.ts";
import { setting } from "#accounts/settings/index.ts";
import { UserDeleted, UserPresenceChanged } from "#accounts/users/events.ts";
import { PresencePort } from "#accounts/users/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./spans.sql.ts";
import { connectedUsers, followUsers } from "./spans.ts";

/** How long working times are kept, ms: 24 months (docs/rules/work-times.md#kept). */
const KEPT_MS = 731 * sql.DAY_MS;
/** Rows deleted per company and run. */
const PER_RUN = 500;
const PAUSE_MS = 60_000;
/** Rows wait this long after they became old, so that one run deletes many of them, ms. */
const TOGETHER_MS = 60 * 60_000;
const RETENTION = "work_time_retention";

/** Follows presence, pauses and the setting. */
export function listenForPresence(installation: Installation): void {
  const { bus } = installation;
  bus.after(UserPresenceChanged, (tenant, { userId }) => {
    if (setting(tenant, "trackWorkTime")) tenant.write((unit) => followUsers(unit, [userId]));
  });
  // Runs after the commit, because within the transaction the setting still has its old value.
  bus.after(SettingChanged, (tenant, { key }) => {
    if (key !== "trackWorkTime") return;
    tenant.write((unit) => {
      if (!setting(tenant, "trackWorkTime")) return void execute(unit.db, sql.endAll);
      followUsers(unit, [...connectedUsers(tenant)]);
      unit.scheduleWake(RETENTION, unit.now + KEPT_MS);
    });
  });
  bus.within(UserDeleted, (unit, { userId }) => void execute(unit.db, sql.deleteOfUser, { userId }));
}

/** Every minute, updates the last sign of life of the spans of users with an open page. */
export const workTimesJob = defineJob<Installation>({
  name: "work_times",
  every: { seconds: 60 },
  run(installation) {
    const companies = new Set(
      installation.ports
        .use(PresencePort)
        .connected()
        .map(({ companyId }) => companyId),
    );
    for (const companyId of companies) {
      const tenant = installation.tenants.open(companyId);
      if (setting(tenant, "trackWorkTime"))
        tenant.write((unit) => followUsers(unit, [...connectedUsers(tenant)]));
    }
  },
});

/** Deletes working times after 24 months. */
export const workTimeRetention = defineDueJob({
  job: RETENTION,
  every: { seconds: 60 },
  whileHeld: true,
  failure: "expired working times not deleted",
  run(tenant) {
    const now = tenant.clock.now();
    tenant.write((unit) => void execute(unit.db, sql.deleteOld, { before: now - KEPT_MS, limit: PER_RUN }));
    const oldest = queryOne(tenant.db, sql.oldest)?.at ?? null;
    return oldest === null ? null : Math.max(oldest + KEPT_MS + TOGETHER_MS, now + PAUSE_MS);
  },
});
