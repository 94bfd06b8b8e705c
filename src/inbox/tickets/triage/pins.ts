import { and, asc, eq } from "drizzle-orm";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { noTicket, ticketClosed } from "#inbox/tickets/errors.ts";
import { TicketPinsChanged } from "#inbox/tickets/events.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { presentTickets } from "#inbox/tickets/present.ts";
import { ticketById, ticketScopesOf } from "#inbox/tickets/queries.ts";
import { ticketPin } from "#inbox/tickets/schema.ts";
import { isActive } from "#inbox/tickets/transitions/assignee.ts";
import type { Db } from "#platform/db/database.ts";
import { limitReached, noPermission } from "#platform/errors.ts";
import { isSupport } from "#tenants/policy.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";

/** Maximum number of pinned tickets of one user (docs/rules/triage.md#pins). */
const MOST_PINS = 10;

/** The ids of the caller's pinned tickets that they may see, the first pinned one first. */
function pinsOf(db: Db, { actor }: UserCtx): number[] {
  const rows = db
    .select({ id: ticketPin.ticketId })
    .from(ticketPin)
    .where(eq(ticketPin.userId, actor.id))
    .orderBy(asc(ticketPin.at), asc(ticketPin.ticketId))
    .all();
  const scopes = ticketScopesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id }) => {
    const scope = scopes.get(id);
    return scope && canSee(actor, scope) ? [id] : [];
  });
}

export interface Pin {
  readonly userId: number;
  readonly at: number;
}

/** The pins of a ticket, of all users. */
export const pinsOfTicket = (db: Db, ticketId: number): readonly Pin[] =>
  db
    .select({ userId: ticketPin.userId, at: ticketPin.at })
    .from(ticketPin)
    .where(eq(ticketPin.ticketId, ticketId))
    .all();

/** Restores the pins that a close ended, after the close was undone; pins of deleted users are not restored. */
export function restorePins(unit: TenantUnit, ticketId: number, pins: readonly Pin[]): void {
  for (const { userId, at } of pins) {
    if (!isActive(unit.db, userId)) continue;
    unit.db.insert(ticketPin).values({ userId, ticketId, at }).onConflictDoNothing().run();
    unit.emit(TicketPinsChanged, { userId });
  }
}

/** `GET /tickets/pinned`: the caller's pinned tickets, the first pinned one first. */
export const pinnedTickets = (ctx: UserCtx): { tickets: TicketAnswer[] } => ({
  tickets: presentTickets(ctx.tenant, pinsOf(ctx.tenant.db, ctx)),
});

/**
 * `PUT /tickets/{id}/pin`: pins a ticket for the caller; a repeated call changes nothing. The pin ends with the close. Throws 403
 * ERR_NO_PERMISSION for a support session, 404 ERR_NO_TICKET_FOUND, 409 ERR_TICKET_CLOSED, 409 ERR_LIMIT_REACHED.
 */
export function pinTicket(ctx: UserCtx, id: number): { tickets: TicketAnswer[] } {
  const { tenant, actor } = ctx;
  if (isSupport(actor)) throw noPermission();
  tenant.write((unit) => {
    const ticket = ticketById(unit.db, id);
    if (!ticket || !canSee(actor, ticket)) throw noTicket();
    if (ticket.status === "closed") throw ticketClosed();
    const pinned = pinsOf(unit.db, ctx);
    if (pinned.includes(id)) return;
    if (pinned.length >= MOST_PINS) throw limitReached("pins", MOST_PINS);
    unit.db.insert(ticketPin).values({ userId: actor.id, ticketId: id, at: unit.now }).run();
    unit.emit(TicketPinsChanged, { userId: actor.id });
  });
  return pinnedTickets(ctx);
}

/** `DELETE /tickets/{id}/pin`: unpins a ticket for the caller; without a pin nothing changes. */
export function unpinTicket(ctx: UserCtx, id: number): { tickets: TicketAnswer[] } {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    const mine = and(eq(ticketPin.userId, actor.id), eq(ticketPin.ticketId, id));
    const { changes } = unit.db.delete(ticketPin).where(mine).run();
    if (changes > 0) unit.emit(TicketPinsChanged, { userId: actor.id });
  });
  return pinnedTickets(ctx);
}
