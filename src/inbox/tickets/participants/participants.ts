import { UserDeleted } from "#accounts/users/events.ts";
import { visibleTicket } from "#inbox/tickets/access.ts";
import { noUser, tooManyParticipants } from "#inbox/tickets/errors.ts";
import { ParticipantRemoved, TicketTakenOver } from "#inbox/tickets/events.ts";
import { recordTicketEvent, ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { isParticipant, mayInvite, seesByRight } from "#inbox/tickets/policy.ts";
import { storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import {
  MOST_PARTICIPANTS,
  type ParticipantAnswer,
  type ParticipantNotify,
  type ParticipantVia,
} from "./contract.ts";
import * as sql from "./participants.sql.ts";

/** `GET /tickets/{id}/participants`: for all who see the ticket. Throws 404 ERR_NO_TICKET_FOUND. */
export function listParticipants(ctx: UserCtx, ticketId: number): ParticipantAnswer[] {
  visibleTicket(ctx, ticketId);
  return queryAll(ctx.tenant.db, sql.ofTicket, { ticketId }).map(present);
}

const present = ({ userId, name, via, notify, addedBy, adderName, addedAt }: sql.ParticipantRow) => ({
  user: { id: userId, name },
  via,
  notify,
  addedBy: addedBy === null || adderName === null ? null : { id: addedBy, name: adderName },
  addedAt: new Date(addedAt).toISOString(),
});

/**
 * `POST /tickets/{id}/participants`: adds participants to a ticket (docs/rules/participants.md#rights). Everyone who sees
 * the ticket by right may follow it ("self"). Throws 404 ERR_NO_TICKET_FOUND, 404 ERR_NO_USER_FOUND, 403
 * ERR_NO_PERMISSION, 409 ERR_LIMIT_REACHED.
 */
export function invite(ctx: UserCtx, ticketId: number, userIds: readonly number[]): ParticipantAnswer[] {
  const { tenant, actor } = ctx;
  const isSelf = userIds.every((id) => id === actor.id);
  tenant.write((unit) => {
    const ticket = visibleTicket(ctx, ticketId);
    if (isSelf ? !seesByRight(actor, ticket) && !isParticipant(actor, ticket) : !mayInvite(actor, ticket))
      throw noPermission();
    for (const id of userIds) if (!queryOne(unit.db, sql.userName, { id })) throw noUser();
    addParticipants(unit, ticket, userIds, isSelf ? "self" : "invited", actor.id);
  });
  return listParticipants(ctx, ticketId);
}

/** Adds participants; existing participants are unchanged. Throws 409 ERR_LIMIT_REACHED. */
export function addParticipants(
  unit: TenantUnit,
  ticket: Ticket,
  userIds: readonly number[],
  via: ParticipantVia,
  addedBy: number | null,
): void {
  const { db, now } = unit;
  const row = { ticketId: ticket.id, via, addedBy, now };
  for (const userId of userIds) {
    if (execute(db, sql.add, { ...row, userId }).changes === 0) continue;
    const after = storedTicket(db, ticket.id);
    // No ticket event of its own: the history has the take-over.
    if (via === "former_owner") ticketChanged(unit, ticket, after);
    else recordTicketEvent(unit, "participant_added", ticket, after, addedBy, { userId, via });
  }
  const isOver = (queryOne(db, sql.count, { ticketId: ticket.id })?.n ?? 0) > MOST_PARTICIPANTS;
  if (isOver && via !== "former_owner") throw tooManyParticipants(MOST_PARTICIPANTS);
}

/**
 * `PUT /tickets/{id}/participants/me`: sets which notes notify the caller. Throws 404 ERR_NO_TICKET_FOUND, 404
 * ERR_NO_USER_FOUND when the caller does not take part.
 */
export function setNotify(ctx: UserCtx, ticketId: number, notify: ParticipantNotify): ParticipantAnswer[] {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    visibleTicket(ctx, ticketId);
    if (execute(unit.db, sql.setNotify, { ticketId, userId: actor.id, notify }).changes === 0) throw noUser();
  });
  return listParticipants(ctx, ticketId);
}

/**
 * `DELETE /tickets/{id}/participants/{userId}`: for the participant and those who may invite. Throws 404
 * ERR_NO_TICKET_FOUND, 404 ERR_NO_USER_FOUND, 403 ERR_NO_PERMISSION.
 */
export function removeParticipant(ctx: UserCtx, ticketId: number, userId: number): void {
  ctx.tenant.write((unit) => {
    const ticket = visibleTicket(ctx, ticketId);
    if (userId !== ctx.actor.id && !mayInvite(ctx.actor, ticket)) throw noPermission();
    if (execute(unit.db, sql.remove, { ticketId, userId }).changes === 0) throw noUser();
    const after = storedTicket(unit.db, ticketId);
    recordTicketEvent(unit, "participant_removed", ticket, after, ctx.actor.id, { userId });
    unit.emit(ParticipantRemoved, { userId });
  });
}

/**
 * Makes the former attendant of a taken-over ticket a participant, removes deleted users from all tickets, and ends the watch of a
 * removed participant's sockets.
 */
export function listenForParticipants({ bus, live, ports }: Installation): void {
  bus.within(TicketTakenOver, (unit, { ticket, previous, userId }) => {
    const before = ticketById(unit.db, ticket.id);
    if (before && previous.userId !== null)
      addParticipants(unit, before, [previous.userId], "former_owner", userId);
  });
  bus.within(UserDeleted, (unit, { userId }) => void execute(unit.db, sql.removeOfUser, { userId }));
  live.after(ParticipantRemoved, (tenant, { userId }) => ports.use(RealtimePort).reload(tenant.id, userId));
}
