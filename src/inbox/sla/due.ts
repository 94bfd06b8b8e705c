import { notify } from "#accounts/notifications/index.ts";
import { storedTicket } from "#inbox/tickets/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { isOverdue } from "./clock.ts";
import { SlaWarned } from "./events.ts";
import { storeClock } from "./rows.ts";
import type { SlaClock } from "./schema.ts";
import { settleTicket } from "./settle.ts";
import * as sql from "./sla.sql.ts";
import { SLA_DUE } from "./wake.ts";

/** A warning that is late by more than this is shown on the ticket, but notifies no one, ms. */
const LATE_MS = 60_000;

/**
 * Every 5 s: warns of promised times that are nearly over, and records those that are missed
 * (docs/rules/sla.md#warning).
 */
export const slaDue = defineDueJob({
  job: SLA_DUE,
  every: { seconds: 5 },
  whileHeld: true,
  afterSetBack: true,
  failure: "processing due SLA clocks failed; retry in 5 s",
  run: runDue,
});

async function runDue(tenant: Tenant): Promise<void> {
  while (tenant.write(handleDue) >= sql.AT_A_TIME) await yieldToEventLoop(tenant);
  const next = queryOne(tenant.db, sql.nextDue)?.at ?? null;
  tenant.installation.tenants.rescheduleWake(tenant.id, SLA_DUE, next);
}

function handleDue(unit: TenantUnit): number {
  const due = queryAll(unit.db, sql.due, { now: unit.now });
  for (const clock of due) if (!isOverdue(clock, unit.now)) warn(unit, clock);
  // Records the misses, and updates the promised times shown on the tickets.
  for (const ticketId of new Set(due.map((clock) => clock.ticketId)))
    settleTicket(unit, ticketId, { before: storedTicket(unit.db, ticketId), choose: false });
  return due.length;
}

function warn(unit: TenantUnit, clock: SlaClock): void {
  const { dueAt, target, policyId, nextAt } = clock;
  storeClock(unit, { ...clock, warnedAt: unit.now, nextAt: dueAt });
  if (unit.now - (nextAt ?? unit.now) > LATE_MS) return;
  const ticket = storedTicket(unit.db, clock.ticketId);
  const subject = { ticketId: ticket.id, subjectId: clock.id };
  if (ticket.userId !== null)
    notify(unit, [ticket.userId], { kind: "sla_warning", ...subject, details: { target, dueAt } });
  unit.emit(SlaWarned, { ticket, clockId: clock.id, policyId, target, dueAt });
}
