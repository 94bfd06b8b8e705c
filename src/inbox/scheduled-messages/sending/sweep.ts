import { mayWork } from "#accounts/companies/index.ts";
import { cancelUntried, HELD_MS, OUTBOX_DUE, SWEPT_AFTER_MS } from "#inbox/messages/index.ts";
import { storedSchedule } from "#inbox/scheduled-messages/access.ts";
import { latestAt } from "#inbox/scheduled-messages/policy.ts";
import * as sql from "#inbox/scheduled-messages/scheduled-messages.sql.ts";
import { changeScheduledMessage, SCHEDULES_DUE } from "#inbox/scheduled-messages/store.ts";
import { withDeferredSync } from "#platform/db/durability/deferred-sync.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { dispatchScheduledMessage } from "./dispatch.ts";
import { finishFailed } from "./finish.ts";
import { RESTORED } from "./hold-restored.ts";

/**
 * Runs each second (docs/rules/jobs.md#periods), one company after the other; a failure in one company does not affect
 * others, and a closed company without work is not opened.
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
        // The wake-up is rescheduled only after the fsync, so that a power cut loses no message. Companies do not wait for the fsync of
        // another company.
        settled.push(
          tenant
            .durable()
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
  // The company was closed in the meantime, for example deleted.
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
 * Creates all due messages in one transaction. When one fails, the transaction is rolled back and each message is
 * created in its own transaction. The claim of a failed message is released after a minute, as long as its late limit
 * has not passed.
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
 * True when the company may send scheduled messages: it is neither disabled nor expired, and its plan includes them.
 * Otherwise the messages wait (docs/rules/companies.md#flags).
 */
const mayRun = (tenant: Tenant): boolean => mayWork(tenant) && tenant.company.plan.useSchedules;

const CLAIM_MS = 60_000;

const isSomethingDue = (tenant: Tenant): boolean =>
  queryOne(tenant.db, sql.hasDue, { sendAt: tenant.clock.now() }) !== undefined;

/** Claims due messages; those past their late limit fail. Returns the ids to send. */
export const claimDue = (tenant: Tenant): readonly number[] =>
  // A claim lost in a power cut is repeated; the message itself is synced before it is sent.
  withSyncNormal(tenant.db, () => tenant.write((unit) => claim(unit)));

/** Does the work of `claimDue` inside a transaction. A message that a restore has marked fails. */
function claim(unit: TenantUnit): readonly number[] {
  const claimed = queryAll(unit.db, sql.claim, { now: unit.now }).map(({ id }) => id);
  return claimed.filter((id) => {
    const row = storedSchedule(unit.db, id);
    const isRestored = row.error === RESTORED;
    if (!isRestored && unit.now <= latestAt(row)) return true;
    finishFailed(unit, row, isRestored ? RESTORED : "ERR_TOO_LATE");
    return false;
  });
}

/** Makes claimed messages pending again whose message was never created (a crash, a full disk). */
function returnLostClaims(tenant: Tenant): void {
  const now = tenant.clock.now();
  if (!queryOne(tenant.db, sql.hasLost, { claimedAt: now - CLAIM_MS })) return;
  tenant.write(
    (unit) => void execute(unit.db, sql.releaseClaims, { now: unit.now, claimedAt: unit.now - CLAIM_MS }),
  );
}

/**
 * Cancels sends that waited in the outbox for their connection until the late limit; held ones wait up to 7 days
 * (docs/rules/reach.md#held). Sends that were attempted are not
 * cancelled: it is unknown whether they arrived, and they are repeated under the same id.
 */
function expireLate(tenant: Tenant): void {
  const now = tenant.clock.now();
  const late = queryAll(tenant.db, sql.lateMessages, { now, heldSince: now - HELD_MS });
  if (late.length === 0) return;
  tenant.write((unit) => {
    for (const { id, outboxId } of late) {
      // First unlinked from its outbox row; otherwise the listener would store the cancellation as one by the author.
      changeScheduledMessage(unit, id, { outboxId: null });
      if (cancelUntried(unit, outboxId)) finishFailed(unit, storedSchedule(unit.db, id), "ERR_TOO_LATE");
      else changeScheduledMessage(unit, id, { outboxId });
    }
  });
}
