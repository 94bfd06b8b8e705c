import { type TicketChange, TicketChanged, TicketRelabelled } from "#inbox/tickets/events.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { TicketEventKind } from "./contract.ts";
import * as sql from "./history.sql.ts";

type Mutable = { -readonly [Key in keyof TicketChange]: TicketChange[Key] };
const changes = new WeakMap<TenantUnit, Map<number, Mutable>>();

/** Emits `ticket.changed`; several changes in one transaction are merged into one event. */
export function ticketChanged(unit: TenantUnit, before: Ticket | null, after: Ticket): void {
  let known = changes.get(unit);
  if (!known) {
    known = new Map();
    changes.set(unit, known);
  }
  const earlier = known.get(after.id);
  if (earlier) {
    earlier.after = after;
    return;
  }
  const change = { before, after };
  known.set(after.id, change);
  unit.emit(TicketChanged, change);
}

/** Emits `ticket.changed` and `ticket.relabelled`: tags or custom fields changed, the row did not. */
export function ticketRelabelled(unit: TenantUnit, ticket: Ticket): void {
  ticketChanged(unit, ticket, ticket);
  unit.emit(TicketRelabelled, { ticketId: ticket.id });
}

/** The fields of a ticket that ticket events record, by their wire names. */
const eventFields = (ticket: Ticket): Record<string, unknown> => ({
  status: ticket.status,
  queueId: ticket.queueId,
  userId: ticket.userId,
  userDistributed: ticket.userDistributed,
  whatsappId: ticket.connectionId,
  closeReason: ticket.closeReason,
});

/**
 * Inserts a ticket event (docs/rules/tickets.md#tracking) with the changed fields, and emits `ticket.changed`.
 * `userId` null = the product. `facts` are stored beside the changed fields.
 */
export function recordTicketEvent(
  unit: TenantUnit,
  kind: TicketEventKind,
  before: Ticket | null,
  after: Ticket,
  userId: number | null,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  insertTicketEvent(unit, kind, before, after, userId, facts);
  ticketChanged(unit, before, after);
}

/** Inserts a ticket event without emitting `ticket.changed`, for tickets that were never in a list. */
export function insertTicketEvent(
  unit: TenantUnit,
  kind: TicketEventKind,
  before: Ticket | null,
  after: Ticket,
  userId: number | null,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  const [was, is] = [before ? eventFields(before) : {}, eventFields(after)];
  const moved = Object.keys(is).filter(
    (key) => was[key] !== is[key] && !(before === null && is[key] === null),
  );
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(moved.filter((key) => key in from).map((key) => [key, from[key]]));
  const [from, to] = [JSON.stringify(pick(was)), JSON.stringify({ ...pick(is), ...facts })];
  execute(unit.db, sql.insertEvent, {
    ticketId: after.id,
    now: unit.now,
    kind,
    userId,
    fromState: from,
    toState: to,
  });
  if (kind === "transferred" || kind === "taken_over")
    execute(unit.db, sql.countTransfer, { ticketId: after.id });
}
