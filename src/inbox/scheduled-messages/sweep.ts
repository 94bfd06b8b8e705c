import { mayWork } from "#accounts/companies/index.ts";
import { OUTBOX_DUE, SWEPT_AFTER_MS } from "#inbox/messages/index.ts";
import { withDeferredSync } from "#platform/db/deferred-sync.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { claim, claimDue, isSomethingDue, returnLostClaims } from "./claim.ts";
import { dispatchScheduledMessage } from "./dispatch.ts";
import { expireLate } from "./expire.ts";
import { SCHEDULES_DUE } from "./insert.ts";
import * as sql from "./scheduled-messages.sql.ts";

/**
 * docs/rules/jobs.md#periods: each second, companies in turn; one that fails stops no other, a sleeping one without
 * work is not opened.
 */
export const schedulesJob = defineJob<Installation>({
  name: "schedules",
  every: { seconds: 1 },
  async run({ tenants, clock, log }) {
    const due = tenants.dueCompanies(SCHEDULES_DUE, clock.now());
    // After downtime hundreds of companies may be due; their wake-ups are stored in one statement.
    if (due.length > 1) tenants.scheduleWakes(due, OUTBOX_DUE, clock.now() + SWEPT_AFTER_MS);
    const settled: Promise<void>[] = [];
    const failed = (company: number) => (error: unknown) =>
      log.error(
        { company, err: error },
        "due scheduled messages of a company not processed; retried at the next run",
      );
    for (const companyId of due) {
      try {
        const tenant = tenants.open(companyId);
        sweep(tenant);
        // The wake-up is rescheduled only after the fsync, so a power cut loses no message. Companies do not
        // wait for each other's fsync.
        settled.push(
          tenant
            .onDisk()
            .then(() => settle(tenant))
            .catch(failed(companyId)),
        );
      } catch (error) {
        failed(companyId)(error);
      }
      // Lets HTTP requests run between two companies.
      await yieldToEventLoop("server");
    }
    await Promise.all(settled);
  },
});

/** Schedules the next run. */
function settle(tenant: Tenant): void {
  // The company was closed meanwhile, e.g. deleted.
  if (!tenant.db.$client.open) return;
  const now = tenant.clock.now();
  const next = queryOne(tenant.db, sql.nextDue, { now })?.at ?? null;
  const at = next === null || mayRun(tenant) ? next : now + sql.AGAIN_MS;
  tenant.installation.tenants.rescheduleWake(tenant.id, SCHEDULES_DUE, at);
}

function sweep(tenant: Tenant): void {
  if (!mayRun(tenant)) return;
  returnLostClaims(tenant);
  expireLate(tenant);
  if (isSomethingDue(tenant)) writeDue(tenant);
}

/**
 * Writes all due messages in one transaction. When one fails, the transaction is rolled back and each message gets
 * its own. The claim of a failed message is released after a minute, until the message is too late.
 */
function writeDue(tenant: Tenant): void {
  const write = (ids: readonly number[]) => {
    for (const id of ids) dispatchScheduledMessage(tenant, id);
  };
  try {
    withDeferredSync(tenant.db, () => tenant.write((unit) => write(claim(unit))));
  } catch {
    for (const id of claimDue(tenant)) {
      try {
        withDeferredSync(tenant.db, () => write([id]));
      } catch (error) {
        tenant.log.error(
          { schedule: id, err: error },
          "scheduled message not added to its ticket; retried after a minute",
        );
      }
    }
  }
}

/**
 * False for a company that is disabled, expired or on a plan without scheduled messages: its messages wait
 * (docs/rules/companies.md#flags).
 */
const mayRun = (tenant: Tenant): boolean => mayWork(tenant) && tenant.company.plan.useSchedules;
