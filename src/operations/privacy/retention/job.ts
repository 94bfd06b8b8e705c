import { SettingChanged } from "#accounts/settings/events.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import { isOff, nextNight, RULE_KEYS, rulesOf } from "./rules.ts";
import { runRetention } from "./run.ts";

/** Name of the retention job in the wake schedule. */
const JOB = "retention";

/** Every night, for companies with rules; closed ones are opened for it. A run interrupted by a kill continues at once. */
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
  // Rules that an older release wrote down without this list.
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

/** A rule that is new holds from the next night on: there is time to change one's mind. */
export function listenForRules({ bus }: Installation): void {
  bus.within(SettingChanged, (unit, { key }) => {
    if (RULE_KEYS.includes(key)) unit.scheduleWake(JOB, nextNight(unit.tenant, unit.now));
  });
}
