import type { RatingScale } from "#inbox/tickets/rating-scales/contract.ts";
import type { CloseReason, Ticket, Tracking } from "#inbox/tickets/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./history.sql.ts";

/** Returns the tracking row of the unfinished attendance. */
export function runningTracking(db: Db, ticketId: number): Tracking | undefined {
  const row = queryOne(db, sql.runningTracking, { ticketId });
  return row === undefined ? undefined : sql.readTracking(row);
}

export function trackingById(db: Db, id: number): Tracking | undefined {
  const row = queryOne(db, sql.trackingById, { id });
  return row === undefined ? undefined : sql.readTracking(row);
}

/**
 * Starts the tracking row of a new attendance: queued when the ticket has a queue, started when it has an attendant.
 * `beganAt`, ms: the time the customer wrote, which after downtime is earlier than now.
 */
export function startTracking(unit: TenantUnit, ticket: Ticket, beganAt: number = unit.now): void {
  execute(unit.db, sql.start, {
    ticketId: ticket.id,
    userId: ticket.userId,
    queueId: ticket.queueId,
    connectionId: ticket.connectionId,
    createdAt: Math.min(beganAt, unit.now),
    now: ticket.queueId === null ? null : unit.now,
    startedAt: ticket.status === "open" ? unit.now : null,
  });
}

/** Stores that the attendance starts now: the ticket has an attendant. */
export const trackStarted = (unit: TenantUnit, ticket: Ticket): void => follow(unit, ticket, null, unit.now);

/** Stores that the ticket enters its queue now. */
export const trackQueued = (unit: TenantUnit, ticket: Ticket): void => follow(unit, ticket, unit.now, null);

/** Stores that the same attendant continues on another connection or queue. */
export const trackMoved = (unit: TenantUnit, ticket: Ticket): void =>
  follow(unit, ticket, null, runningTracking(unit.db, ticket.id)?.startedAt ?? null);

function follow(unit: TenantUnit, ticket: Ticket, queuedAt: number | null, startedAt: number | null): void {
  execute(unit.db, sql.move, {
    userId: ticket.userId,
    queueId: ticket.queueId,
    connectionId: ticket.connectionId,
    queuedAt,
    startedAt,
    ticketId: ticket.id,
  });
}

/** Stores the first response, if this is the first message of a person since the start. */
export function trackResponse(unit: TenantUnit, ticketId: number): void {
  // Checked by a query first: most messages are not the first response, and an update that matches no row takes five times as long,
  // because it opens every index of the table.
  if (queryOne(unit.db, sql.awaitsFirstResponse, { ticketId }))
    execute(unit.db, sql.setFirstResponse, { now: unit.now, ticketId });
}

/** The running attendance that no person has answered yet; undefined = there is none. */
export const trackingWithoutResponse = (db: Db, ticketId: number): number | undefined =>
  queryOne(db, sql.awaitsFirstResponse, { ticketId })?.id;

/** Moves the first response after its send was undone: `toMs` is the time of the next message of a person, null = there is none yet. */
export const moveFirstResponse = (unit: TenantUnit, id: number, fromMs: number, toMs: number | null): void =>
  void execute(unit.db, sql.moveFirstResponse, { id, fromMs, toMs });

/** Stores how the running attendance ends now, and counts its messages. */
export function finishTracking(
  unit: TenantUnit,
  ticketId: number,
  end: Pick<Tracking, "resolutionId" | "resolutionNote" | "closedBy"> & { readonly closeReason: CloseReason },
): void {
  const running = runningTracking(unit.db, ticketId);
  if (!running) return;
  execute(unit.db, sql.finish, { now: unit.now, ticketId, ...end });
  execute(unit.db, sql.countMessages, { id: running.id });
}

/** Reopens the tracking row after an undone close; its times stay. */
export const resumeTracking = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.resume, { id: trackingId });

/** Stores that the rating is requested now, on this scale. */
export const markRatingRequested = (unit: TenantUnit, trackingId: number, scale: RatingScale): void =>
  void execute(unit.db, sql.requestRating, { now: unit.now, id: trackingId, scale });

/** Stores the end of the rating window, `atMs`; a later call does not change it. */
export const markRatingEnded = (unit: TenantUnit, trackingId: number, atMs: number): void =>
  void execute(unit.db, sql.endRating, { ratingEndedAt: atMs, id: trackingId });

/** Ends all rating windows of this contact. */
export const endRatingsOfContact = (unit: TenantUnit, contactId: number): void =>
  void execute(unit.db, sql.endRatingsOfContact, { now: unit.now, contactId });

/** Counts a repeated rating instruction. */
export const countRatingHint = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.countHint, { id: trackingId });

/** Marks the attendance as rated, which also ends its rating window. */
export const markRated = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.markRated, { now: unit.now, id: trackingId });
