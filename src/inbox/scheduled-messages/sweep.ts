import { mayWork } from "#accounts/companies/index.ts";
import { OUTBOX_DUE, SWEPT_AFTER_MS } from "#inbox/messages/index.ts";
import { one } from "#platform/db/database.ts";
import { withDeferredSync } from "#platform/db/deferred-sync.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { claim, claimDue, isSomethingDue, returnLostClaims } from "./claim.ts";
import { SCHEDULES_DUE } from "./insert.ts";
import { giveUpLate } from "./too-late.ts";
import { writeOut } from "./write-out.ts";

const AGAIN_MS = 60_000;
/** When something of a company is next to be looked at: its time, a claim that got lost, the end of its patience. */
const NEXT = `SELECT min(at) AS at FROM (
  SELECT min(send_at) AS at FROM scheduled_message INDEXED BY scheduled_message_waiting WHERE status = 'PENDENTE'
  UNION ALL
  SELECT min(CASE WHEN outbox_id IS NULL THEN claimed_at + ${AGAIN_MS}
    ELSE max(send_at + late_limit_hours * 3600000 + 1, ?1 + ${AGAIN_MS}) END)
  FROM scheduled_message INDEXED BY scheduled_message_claimed WHERE status = 'AGENDADA')`;

/**
 * docs/rules/jobs.md#periods: each second, companies in turn; one that fails stops no other, a sleeping one without
 * work is not opened.
 */
export const schedulesJob = defineJob<Installation>({
  name: "schedules",
  every: { seconds: 1 },
  async run({ tenants, clock, log }) {
    const due = tenants.dueCompanies(SCHEDULES_DUE, clock.now());
    // After downtime hundreds of companies have something to send: noted for all in one go.
    if (due.length > 1) tenants.scheduleWakes(due, OUTBOX_DUE, clock.now() + SWEPT_AFTER_MS);
    const settled: Promise<void>[] = [];
    const failed = (company: number) => (error: unknown) =>
      log.error({ company, err: error }, "schedules not looked after");
    for (const companyId of due) {
      try {
        const tenant = tenants.open(companyId);
        sweep(tenant);
        // The list forgets it once a power cut cannot take the message any more; the next company does not wait for it.
        settled.push(
          tenant
            .onDisk()
            .then(() => settle(tenant))
            .catch(failed(companyId)),
        );
      } catch (error) {
        failed(companyId)(error);
      }
      // Whoever asks meanwhile is answered.
      await yieldToEventLoop("server");
    }
    await Promise.all(settled);
  },
});

/** Notes when to look again. */
function settle(tenant: Tenant): void {
  // Closed meanwhile, as by a removal.
  if (!tenant.db.$client.open) return;
  const now = tenant.clock.now();
  const next = one<{ at: number | null }>(tenant.db, NEXT, now)?.at ?? null;
  const at = next === null || mayRun(tenant) ? next : now + AGAIN_MS;
  tenant.installation.tenants.rescheduleWake(tenant.id, SCHEDULES_DUE, at);
}

function sweep(tenant: Tenant): void {
  if (!mayRun(tenant)) return;
  returnLostClaims(tenant);
  giveUpLate(tenant);
  if (isSomethingDue(tenant)) writeDue(tenant);
}

/**
 * All that is due in one transaction. When one of them fails, nothing of it is kept and each has its own: the claim of the
 * failed one comes back in a minute, until it is too late.
 */
function writeDue(tenant: Tenant): void {
  const write = (ids: readonly number[]) => {
    for (const id of ids) writeOut(tenant, id);
  };
  try {
    withDeferredSync(tenant.db, () => tenant.write((unit) => write(claim(unit))));
  } catch {
    for (const id of claimDue(tenant)) {
      try {
        withDeferredSync(tenant.db, () => write([id]));
      } catch (error) {
        tenant.log.error({ schedule: id, err: error }, "scheduled message not written");
      }
    }
  }
}

/** Switched off, expired, or no longer in the plan: everything waits (docs/rules/companies.md#flags). */
const mayRun = (tenant: Tenant): boolean => mayWork(tenant) && tenant.company.plan.useSchedules;
