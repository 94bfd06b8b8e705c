import {
  ConnectionDeleted,
  ConnectionSaved,
  RestrictionChanged,
  SessionChanged,
} from "#channels/connections/events.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import { ReconciliationChanged } from "#inbox/reconciliation/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./jobs.sql.ts";
import { firstDay, measure } from "./measure.ts";
import { deleteOldIncidents } from "./numbers/incidents.ts";

const JOB = "cockpit";
const HOUR_MS = 3_600_000;
/**
 * Delay before a company is measured, ms: sessions change state several times while they open, and a server start
 * opens hundreds of them.
 */
const SETTLED_MS = 10_000;
/** Delay before a company is measured during a comparison with a phone, ms, because the figures change for minutes. */
const COMPARED_MS = HOUR_MS / 6;
/** Number of never measured companies that are opened and measured per run. */
const NEW_ONES = 5;

/**
 * Measures the companies with changes and those never measured. Companies without changes are not opened, because
 * their figures are still valid.
 */
export const measureCompanies = defineJob<Installation>({
  name: JOB,
  every: { seconds: 60 },
  async run(installation) {
    const { tenants, clock, log, system, config } = installation;
    const aside = tenants.quarantined();
    const unknown = queryAll(system, sql.unmeasuredCompanies, { limit: NEW_ONES + aside.size })
      .map(({ id }) => id)
      .filter((id) => !aside.has(id));
    for (const id of new Set([
      ...tenants.dueCompanies(JOB, clock.now(), true),
      ...unknown.slice(0, NEW_ONES),
    ])) {
      if (!tenants.exists(id)) {
        tenants.rescheduleWake(id, JOB, null);
        continue;
      }
      try {
        // A change during the measurement schedules another one.
        tenants.rescheduleWake(id, JOB, null);
        await measure(tenants.open(id));
      } catch (error) {
        log.warn({ company: id, err: error }, "company not measured for the cockpit; retried in an hour");
        tenants.rescheduleWake(id, JOB, clock.now() + HOUR_MS);
      }
    }
    execute(system, sql.deleteOldDays, { before: firstDay(clock.now(), config.timeZone) });
    deleteOldIncidents(installation);
  },
});

/** Message counts are at most an hour old, connection states at most 70 s. */
export function listenForMeasures({ bus }: Installation): void {
  // Written after the commit and without fsync: a lost wake-up is replaced by the next change.
  const measureAt = ({ id, installation }: Tenant, atMs: number) =>
    installation.tenants.scheduleWakeUnsynced(id, JOB, atMs);
  bus.after(MessageCreated, (tenant) =>
    measureAt(tenant, (Math.floor(tenant.clock.now() / HOUR_MS) + 1) * HOUR_MS),
  );
  bus.after(ReconciliationChanged, (tenant) => measureAt(tenant, tenant.clock.now() + COMPARED_MS));
  for (const event of [SessionChanged, RestrictionChanged, ConnectionSaved, ConnectionDeleted])
    bus.after(event, (tenant) => measureAt(tenant, tenant.clock.now() + SETTLED_MS));
}
