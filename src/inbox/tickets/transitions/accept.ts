import { setting } from "#accounts/settings/index.ts";
import { alreadyAccepted, noQueue } from "#inbox/tickets/errors.ts";
import { TicketAccepted } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackStarted } from "#inbox/tickets/history/tracking.ts";
import { mayAccept } from "#inbox/tickets/policy.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { queueOf, userOf } from "./assignee.ts";
import * as sql from "./transitions.sql.ts";

/** The same attendant greets the same contact at most once within this time, ms (docs/rules/tickets.md#accept). */
const GREETED_MS = 60 * 60_000;

/**
 * Accepts a pending ticket for the caller (docs/rules/tickets.md#accept); of several concurrent callers one succeeds. `queueId`:
 * the queue an admin sets for a ticket without one. Returns the ticket, also to the caller who already owns it. Throws
 * 403 ERR_NO_PERMISSION, 404 ERR_NO_QUEUE_FOUND, 409 ERR_TICKET_ALREADY_ACCEPTED.
 */
export function acceptTicket(
  unit: TenantUnit,
  actor: UserActor,
  before: Ticket,
  queueId: number | null,
): Ticket {
  if (before.status === "pending" && !mayAccept(actor, before)) throw noPermission();
  if (before.queueId === null && queueId !== null && !queueOf(unit.db, queueId)) throw noQueue();
  const greet = isGreetingDue(unit, actor, before);
  const admin = actor.profile === "admin" ? 1 : 0;
  const step = { userId: actor.id, now: unit.now, id: before.id, admin };
  const { changes } =
    before.queueId === null && queueId !== null
      ? execute(unit.db, sql.acceptIntoQueue, { ...step, queueId })
      : execute(unit.db, sql.accept, step);
  const ticket = storedTicket(unit.db, before.id);
  if (changes === 0) {
    if (ticket.userId === actor.id) return ticket;
    return throwAlreadyAccepted(unit.db, ticket);
  }
  trackStarted(unit, ticket);
  recordTicketEvent(unit, "accepted", before, ticket, actor.id);
  unit.emit(TicketAccepted, { ticket, previous: before, userId: actor.id, greet });
  return ticket;
}

/** Throws 409 ERR_TICKET_ALREADY_ACCEPTED with the name of the attendant who has the ticket. */
export function throwAlreadyAccepted(db: Db, ticket: Ticket): never {
  const userId = ticket.userId ?? ticket.userDistributed;
  throw alreadyAccepted({ userId, user: userOf(db, userId), queue: queueOf(db, ticket.queueId) });
}

function isGreetingDue(unit: TenantUnit, actor: UserActor, ticket: Ticket): boolean {
  if (ticket.isGroup || !setting(unit.tenant, "sendGreetingAccepted")) return false;
  return !queryOne(unit.db, sql.acceptedBefore, {
    contactId: ticket.contactId,
    userId: actor.id,
    at: unit.now - GREETED_MS,
  });
}
