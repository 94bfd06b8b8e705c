import { SettingChanged } from "#accounts/settings/events.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import { runRetention } from "./run.ts";
import { isOff, nextNight, RULE_KEYS, rulesOf } from "./steps.ts";

/** Name of the retention job in the wake schedule. */
const JOB = "retention";

/**
 * Deletes old data every night in companies with retention rules, opening closed ones. A run interrupted by a kill
 * continues at the next start.
 */
export const retentionJobs = [
  defineJob<Installation>({
    name: JOB,
    every: { seconds: 60 },
    run: (installation) =>
      forEachDueCompany(installation, {
        job: JOB,
        failure: "old data not removed",
        async run(tenant) {
          const release = tenant.keepOpen();
          try {
            await runRetention(tenant);
          } finally {
            release();
          }
          return isOff(rulesOf(tenant)) ? null : nextNight(tenant, tenant.clock.now());
        },
      }),
  }),
  // Schedules companies whose rules were saved by a release without wake-ups for retention.
  defineJob<Installation>({
    name: "retention_watch",
    every: "0 30 2 * * *",
    run({ tenants }) {
      for (const tenant of tenants.openTenants())
        if (!isOff(rulesOf(tenant)))
          tenant.write((unit) => unit.scheduleWake(JOB, nextNight(tenant, unit.now)));
    },
  }),
];

/** Schedules the first run of a new rule for the next night, so that it can still be corrected. */
export function listenForRules({ bus }: Installation): void {
  bus.within(SettingChanged, (unit, { key }) => {
    if (RULE_KEYS.includes(key)) unit.scheduleWake(JOB, nextNight(unit.tenant, unit.now));
  });
}
