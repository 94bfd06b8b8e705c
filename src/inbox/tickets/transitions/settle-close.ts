import { TicketCloseSettled } from "#inbox/tickets/events.ts";
import { trackingById } from "#inbox/tickets/history/tracking.ts";
import { runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket, Tracking } from "#inbox/tickets/schema.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import { isFromBeforeResume } from "#tenants/on-hold.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { type CloseUndo, readCloseUndo } from "./close-undo.ts";
import * as sql from "./transitions.sql.ts";

/** Job name in the wake-up schedule of companies with unsettled closes. */
export const CLOSE_DUE = "close_settle";
/** A farewell text that is late by more than this, for example after downtime, is not sent, ms. */
const LATE_MS = 24 * 60 * 60_000;

/** Every second: settles closes whose undo window has passed, which triggers texts, rating and webhooks. */
export const closeSettling = defineDueJob({
  job: CLOSE_DUE,
  every: { seconds: 1 },
  whileHeld: true,
  failure: "settling closed tickets failed; retry in 1 s",
  run: settleDueCloses,
});

async function settleDueCloses(tenant: Tenant): Promise<void> {
  for (;;) {
    const due = queryAll(tenant.db, sql.dueCloses, { closeSettlesAt: tenant.clock.now() });
    if (due.length > 0)
      tenant.write((unit) => {
        for (const { id } of due) settleClose(unit, storedTicket(unit.db, id));
      });
    if (due.length < sql.CLOSES_AT_A_TIME) break;
    await yieldToEventLoop(tenant);
  }
  const next = queryOne(tenant.db, sql.nextClose)?.at ?? null;
  tenant.installation.tenants.rescheduleWake(tenant.id, CLOSE_DUE, next);
}

/**
 * Settles a close: it can no longer be undone. `silent`: no texts to the customer, because the conversation
 * continues. Does nothing when the close is already settled.
 */
export function settleClose(unit: TenantUnit, before: Ticket, silent = false): Ticket {
  const undo = readCloseUndo(before);
  if (undo === undefined || execute(unit.db, sql.settleClose, { id: before.id }).changes === 0) return before;
  const ticket = storedTicket(unit.db, before.id);
  const tracking = undo.trackingId === null ? undefined : trackingById(unit.db, undo.trackingId);
  const settlesAt = before.closeSettlesAt ?? unit.now;
  const isLate = unit.now - settlesAt >= LATE_MS || isFromBeforeResume(unit.tenant.company, settlesAt);
  const texts = undo.texts && !silent && !isLate && !hasRunningTicket(unit, ticket);
  emitCloseSettled(unit, ticket, { ...undo, texts }, tracking);
  return ticket;
}

/** Whether the contact has another running ticket on the connection. */
const hasRunningTicket = (unit: TenantUnit, { contactId, connectionId }: Ticket): boolean =>
  runningTicket(unit.db, contactId, connectionId) !== undefined;

/** Emits `ticket.close_settled`. */
export function emitCloseSettled(
  unit: TenantUnit,
  ticket: Ticket,
  { texts, contactWrote }: CloseUndo,
  tracking: Tracking | undefined,
): void {
  const reason = ticket.closeReason ?? "user";
  const isHistory = reason === "merged" || reason === "import";
  unit.emit(TicketCloseSettled, {
    ticket,
    userId: ticket.closedBy,
    reason,
    tracking,
    texts: texts && !isHistory,
    contactWrote,
  });
}
