import { ConnectionSaved } from "#channels/connections/events.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import {
  TicketAccepted,
  TicketCloseUndone,
  TicketReopened,
  TicketTransferred,
} from "#inbox/tickets/events.ts";
import { closeTicket, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { all, one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

const JOB = "inactivity_close";
const MINUTE_MS = 60_000;
/** docs/rules/automation.md#inactivity: closes per company and run. */
const LIMIT = 200;
/** Overdue by more than this after downtime, nobody is told any more. */
const SILENT_MS = 24 * 60 * MINUTE_MS;

// ?1 = minutes of the installation where the connection says nothing; 0 = off.
const MINUTES = "CASE WHEN w.expires_ticket_minutes > 0 THEN w.expires_ticket_minutes ELSE ?1 END";
const IDLE = `FROM connection w CROSS JOIN ticket t INDEXED BY ticket_idle ON t.connection_id = w.id AND t.status = 'open'
  AND t.is_group = 0 AND t.last_message_from_me = 1`;
// Nobody waits for an answer from before the attendance began; campaigns and planned messages expect none.
const OVERDUE = `SELECT t.id, t.last_message_at AS lastMessageAt,
    ?2 - max(t.last_message_at, coalesce(r.started_at, 0)) - ${MINUTES} * ${MINUTE_MS} AS overdueMs
  ${IDLE} AND t.last_message_at < ?2 - ${MINUTES} * ${MINUTE_MS}
  JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
    AND coalesce(r.started_at, 0) < ?2 - ${MINUTES} * ${MINUTE_MS}
  JOIN message m ON m.id = t.last_message_id AND m.origin IN ('user', 'phone', 'bot', 'ai', 'system')
  WHERE ${MINUTES} > 0 LIMIT ${LIMIT}`;
const NEXT = `SELECT min((SELECT min(t.last_message_at) FROM ticket t INDEXED BY ticket_idle
    WHERE t.connection_id = w.id AND t.status = 'open' AND t.is_group = 0 AND t.last_message_from_me = 1)
    + ${MINUTES} * ${MINUTE_MS}) AS at
  FROM connection w WHERE ${MINUTES} > 0`;
const LIMIT_OF = `SELECT ${MINUTES} AS minutes FROM connection w WHERE w.id = ?2`;

interface Overdue {
  readonly id: number;
  readonly lastMessageAt: number;
  readonly overdueMs: number;
}

/**
 * Every minute: open tickets whose customer does not answer any more are closed (docs/rules/automation.md#inactivity).
 */
export const inactivityClose = defineJob<Installation>({
  name: JOB,
  every: { seconds: 60 },
  run: (installation) =>
    forEachDueCompany(installation, { job: JOB, failure: "idle tickets not closed", run: closeIdle }),
});

/** Our word is the last one: the ticket is looked at when its time is over, also when its company sleeps by then. */
export function watchIdle({ bus }: Installation): void {
  bus.within(MessageCreated, (unit, { message, ticket }) => {
    if (message.fromMe) watch(unit, ticket);
  });
  for (const event of [TicketAccepted, TicketCloseUndone, TicketReopened, TicketTransferred])
    bus.within(event, (unit, { ticket }) => {
      if (ticket.lastMessageFromMe) watch(unit, ticket);
    });
  bus.within(ConnectionSaved, (unit) => unit.scheduleWake(JOB, unit.now));
}

function watch(unit: TenantUnit, ticket: Ticket): void {
  if (ticket.status !== "open" || ticket.isGroup) return;
  const found = one<{ minutes: number }>(unit.db, LIMIT_OF, defaultMinutes(unit.tenant), ticket.connectionId);
  if (found && found.minutes > 0) unit.scheduleWake(JOB, unit.now + found.minutes * MINUTE_MS);
}

const defaultMinutes = ({ installation }: Tenant): number => installation.config.autoCloseHours * 60;

/** A ticket per transaction, and others get their turn in between: a message that arrives meanwhile wins. */
async function closeIdle(tenant: Tenant): Promise<void> {
  const now = tenant.clock.now();
  const overdue = all<Overdue>(tenant.db, OVERDUE, defaultMinutes(tenant), now);
  for (const { id, lastMessageAt, overdueMs } of overdue) {
    tenant.write((unit) => {
      const ticket = ticketById(unit.db, id);
      if (ticket?.status !== "open" || ticket.lastMessageAt !== lastMessageAt) return;
      closeTicket(unit, ticket, { reason: "inactivity", silent: overdueMs > SILENT_MS, userId: null });
    });
    await yieldToEventLoop(tenant);
  }
  const next = one<{ at: number | null }>(tenant.db, NEXT, defaultMinutes(tenant))?.at ?? null;
  const at = next === null ? null : Math.max(next + 1, tenant.clock.now() + MINUTE_MS);
  tenant.installation.tenants.rescheduleWake(tenant.id, JOB, at);
}
