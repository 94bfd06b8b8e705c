import { type Ticket, type Tracking, ticketTracking } from "#inbox/tickets/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { type Db, one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const { columns, read } = rowReader(ticketTracking);
const RUNNING = `SELECT ${columns} FROM ticket_period WHERE ticket_id = ? AND finished_at IS NULL`;
const BY_ID = `SELECT ${columns} FROM ticket_period WHERE id = ?`;
const START = `INSERT INTO ticket_period (ticket_id, user_id, queue_id, connection_id, created_at, queued_at, started_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const MOVE = `UPDATE ticket_period SET user_id = ?, queue_id = ?, connection_id = ?, queued_at = coalesce(?, queued_at),
  started_at = ? WHERE ticket_id = ? AND finished_at IS NULL`;
const RESPONDED = `UPDATE ticket_period SET first_response_at = ? WHERE ticket_id = ? AND finished_at IS NULL
  AND first_response_at IS NULL AND started_at IS NOT NULL`;
const RESUME = "UPDATE ticket_period SET finished_at = NULL WHERE id = ?";
const FINISH = "UPDATE ticket_period SET finished_at = ? WHERE ticket_id = ? AND finished_at IS NULL";

/** The attendance that is not finished. */
export function runningTracking(db: Db, ticketId: number): Tracking | undefined {
  const row = one(db, RUNNING, ticketId);
  return row === undefined ? undefined : read(row);
}

export function trackingById(db: Db, id: number): Tracking | undefined {
  const row = one(db, BY_ID, id);
  return row === undefined ? undefined : read(row);
}

/**
 * A new attendance begins, as the ticket stands: queued when it has a queue, started when it has an attendant.
 * `beganAt`, ms: when the customer wrote, which is earlier than now after downtime.
 */
export function startTracking(unit: TenantUnit, ticket: Ticket, beganAt: number = unit.now): void {
  run(
    unit.db,
    START,
    ticket.id,
    ticket.userId,
    ticket.queueId,
    ticket.connectionId,
    Math.min(beganAt, unit.now),
    ticket.queueId === null ? null : unit.now,
    ticket.status === "open" ? unit.now : null,
  );
}

/** An attendant has the ticket from now on. */
export const trackStarted = (unit: TenantUnit, ticket: Ticket): void => follow(unit, ticket, null, unit.now);

/** The ticket waits in its queue from now on. */
export const trackQueued = (unit: TenantUnit, ticket: Ticket): void => follow(unit, ticket, unit.now, null);

/** The attendance goes on with the same attendant on another connection. */
export const trackMoved = (unit: TenantUnit, ticket: Ticket): void =>
  follow(unit, ticket, null, runningTracking(unit.db, ticket.id)?.startedAt ?? null);

function follow(unit: TenantUnit, ticket: Ticket, queuedAt: number | null, startedAt: number | null): void {
  run(unit.db, MOVE, ticket.userId, ticket.queueId, ticket.connectionId, queuedAt, startedAt, ticket.id);
}

/** A person wrote: the first time after the start is the first response. */
export const trackResponse = (unit: TenantUnit, ticketId: number): void =>
  void run(unit.db, RESPONDED, unit.now, ticketId);

export const finishTracking = (unit: TenantUnit, ticketId: number): void =>
  void run(unit.db, FINISH, unit.now, ticketId);

/** An attendance whose end was taken back goes on with its own times. */
export const resumeTracking = (unit: TenantUnit, trackingId: number): void =>
  void run(unit.db, RESUME, trackingId);
