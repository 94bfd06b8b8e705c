import { ConnectionSaved } from "#channels/connections/events.ts";
import { FollowUpEnded } from "#inbox/follow-ups/events.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import {
  TicketAccepted,
  TicketCloseUndone,
  TicketReopened,
  TicketTransferred,
  TicketWoken,
} from "#inbox/tickets/events.ts";
import { closeTicket, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./inactivity.sql.ts";

const JOB = "inactivity_close";
/** Tickets overdue by more than this, after downtime, are closed without a text, ms. */
const SILENT_MS = 24 * 60 * sql.MINUTE_MS;

/** Every minute: closes open tickets whose customer no longer answers (docs/rules/automation.md#inactivity). */
export const inactivityClose = defineDueJob({
  job: JOB,
  every: { seconds: 60 },
  failure: "idle tickets not closed",
  run: closeIdle,
});

/**
 * When the last message is the company's, schedules the check at the end of the idle time; the job opens the company if its database
 * is closed.
 */
export function watchIdle({ bus }: Installation): void {
  bus.within(MessageCreated, (unit, { message, ticket }) => {
    if (message.fromMe) watch(unit, ticket);
  });
  bus.within(FollowUpEnded, (unit, { ticket }) => {
    if (ticket.lastMessageFromMe) watch(unit, ticket);
  });
  for (const event of [TicketAccepted, TicketCloseUndone, TicketReopened, TicketTransferred, TicketWoken])
    bus.within(event, (unit, { ticket }) => {
      if (ticket.lastMessageFromMe) watch(unit, ticket);
    });
  bus.within(ConnectionSaved, (unit) => unit.scheduleWake(JOB, unit.now));
}

function watch(unit: TenantUnit, ticket: Ticket): void {
  if (ticket.status !== "open" || ticket.isGroup) return;
  const found = queryOne(unit.db, sql.idleMinutes, {
    defaultMinutes: defaultMinutes(unit.tenant),
    id: ticket.connectionId,
  });
  if (found && found.minutes > 0) unit.scheduleWake(JOB, unit.now + found.minutes * sql.MINUTE_MS);
}

const defaultMinutes = ({ installation }: Tenant): number => installation.config.autoCloseHours * 60;

/** Idle times begin at the end of the hold after a restore, because messages of the lost hours are unknown. */
const resumedAt = ({ company }: Tenant): number => company.resumedAt ?? 0;

/**
 * Closes one ticket per transaction and yields in between: a message that arrives in the meantime prevents the close.
 */
async function closeIdle(tenant: Tenant): Promise<void> {
  const now = tenant.clock.now();
  const overdue = queryAll(tenant.db, sql.overdueTickets, {
    defaultMinutes: defaultMinutes(tenant),
    resumedAt: resumedAt(tenant),
    now,
  });
  for (const { id, lastMessageAt, overdueMs } of overdue) {
    tenant.write((unit) => {
      const ticket = ticketById(unit.db, id);
      if (ticket?.status !== "open" || ticket.lastMessageAt !== lastMessageAt) return;
      closeTicket(unit, ticket, { reason: "inactivity", silent: overdueMs > SILENT_MS, userId: null });
    });
    await yieldToEventLoop(tenant);
  }
  const next =
    queryOne(tenant.db, sql.nextIdle, {
      defaultMinutes: defaultMinutes(tenant),
      resumedAt: resumedAt(tenant),
    })?.at ?? null;
  const at = next === null ? null : Math.max(next + 1, tenant.clock.now() + sql.MINUTE_MS);
  tenant.installation.tenants.rescheduleWake(tenant.id, JOB, at);
}
