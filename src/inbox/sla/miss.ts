import { notify } from "#accounts/notifications/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { recordTicketEvent, storedTicket, type Ticket } from "#inbox/tickets/index.ts";
import { dayAt } from "#platform/dates.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { SlaMissed } from "./events.ts";
import { policiesOf } from "./policies.ts";
import type { SlaClock } from "./schema.ts";
import * as sql from "./sla.sql.ts";

/**
 * Records a miss with its due time: adds it to the history of the ticket and to the report, and notifies the attendant and the
 * supervisors of the queue (docs/rules/sla.md#miss). `was`: the ticket at the due time. Returns the clock as stored now.
 */
export function recordMiss(unit: TenantUnit, was: Ticket, clock: SlaClock): SlaClock {
  const { dueAt, target, policyId } = clock;
  const missed: SlaClock = {
    ...clock,
    missedAt: dueAt,
    nextAt: null,
    day: dayAt(dueAt, timeZoneOf(unit.tenant)),
    queueId: was.queueId,
    userId: was.userId,
  };
  execute(unit.db, sql.updateClock, missed);
  const ticket = storedTicket(unit.db, clock.ticketId);
  const policy = policiesOf(unit.tenant).byId.get(policyId)?.name ?? "";
  const at = new Date(dueAt).toISOString();
  recordTicketEvent(unit, "sla_missed", ticket, ticket, null, { target, policy, dueAt: at });
  const { queueId } = was;
  const overseers = queryAll(unit.db, sql.overseers, { queueId, waits: was.userId === null ? 1 : 0 });
  const readers = [...(was.userId === null ? [] : [was.userId]), ...overseers.map(({ id }) => id)];
  notify(unit, readers, {
    kind: "sla_missed",
    ticketId: clock.ticketId,
    subjectId: clock.id,
    details: { target },
  });
  unit.emit(SlaMissed, { ticket, clockId: clock.id, policyId, target, dueAt });
  return missed;
}
