import { notify } from "#accounts/notifications/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { ReminderChanged } from "./events.ts";
import * as sql from "./reminders.sql.ts";

/** Name of the job and of the wake-up of companies with reminders. */
export const REMINDERS_DUE = "user-reminders";
/** Retention of reminders that are done, ms; equal to that of their notifications. */
const KEPT_MS = 90 * 86_400_000;

/**
 * Every 5 s: notifies users of due reminders, also of those missed during downtime, once each
 * (docs/rules/reminders.md#due).
 */
export const dueReminders = defineDueJob({
  job: REMINDERS_DUE,
  every: { seconds: 5 },
  whileHeld: true,
  afterSetBack: true,
  failure: "reminders not announced; retry in 5 s",
  run: runDue,
});

async function runDue(tenant: Tenant): Promise<void> {
  while (tenant.write(announceDue) >= sql.AT_A_TIME) await yieldToEventLoop(tenant);
  tenant.write((unit) => execute(unit.db, sql.deleteOld, { before: unit.now - KEPT_MS }));
  const next = queryOne(tenant.db, sql.nextDue);
  const oldest = next?.oldest ?? null;
  const times = [next?.at ?? null, oldest === null ? null : oldest + KEPT_MS].filter((at) => at !== null);
  const at = times.length === 0 ? null : Math.min(...times);
  tenant.installation.tenants.rescheduleWake(tenant.id, REMINDERS_DUE, at);
}

function announceDue(unit: TenantUnit): number {
  const due = queryAll(unit.db, sql.due, { now: unit.now });
  for (const { id, userId, ticketId } of due) {
    execute(unit.db, sql.markDone, { id, now: unit.now });
    notify(unit, [userId], { kind: "reminder_due", ticketId, subjectId: id });
    unit.emit(ReminderChanged, { userId, reminderId: id, action: "update" });
  }
  return due.length;
}

/** Deletes all reminders of a ticket that is deleted, or whose messages are deleted by age. */
export function forgetRemindersOfTicket(unit: TenantUnit, ticketId: number): void {
  for (const { id, userId } of queryAll(unit.db, sql.deleteOfTicket, { ticketId }))
    unit.emit(ReminderChanged, { userId, reminderId: id, action: "delete" });
}
