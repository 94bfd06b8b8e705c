import { timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import { queryAll } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./billing.sql.ts";
import { InvoicesLookedAfter } from "./events.ts";
import { issueInvoice } from "./invoices/issue.ts";

/** The next 06:00 in the time zone of the company, ms. */
function nextMorning(tenant: Tenant): number {
  const [now, zone] = [tenant.clock.now(), timeZoneOf(tenant)];
  const today = dayAt(now, zone);
  const six = (day: string) => parseInstant(`${day} 06:00`, zone) ?? now;
  return six(today) > now ? six(today) : six(addDays(today, 1));
}

/**
 * Issues invoices daily at 06:00 of each company; after downtime one run covers the missed days
 * (docs/rules/jobs.md#periods, invoices).
 */
export const invoicesJob = defineJob<Installation>({
  name: sql.JOB,
  every: { seconds: 60 },
  run(installation) {
    const { tenants, clock, system, log } = installation;
    // A company that already has a wake-up keeps it, also when its row is not written yet.
    for (const { id } of queryAll(system, sql.unscheduledCompanies))
      guarded(id, () => tenants.scheduleWakeUnsynced(id, sql.JOB, nextMorning(tenants.open(id))));
    for (const id of tenants.dueCompanies(sql.JOB, clock.now()))
      guarded(id, () => {
        if (!tenants.exists(id)) {
          tenants.rescheduleWake(id, sql.JOB, null);
          return;
        }
        const tenant = tenants.open(id);
        issueInvoice(tenant);
        installation.bus.emitAfter(tenant, InvoicesLookedAfter, { companyId: id });
        tenants.rescheduleWake(id, sql.JOB, tenant.company.dueDate === null ? null : nextMorning(tenant));
      });

    function guarded(id: number, work: () => void): void {
      try {
        work();
      } catch (error) {
        log.error(
          { job: sql.JOB, company: id, err: error },
          "invoices of a company not created; retried at the next run",
        );
      }
    }
  },
});
