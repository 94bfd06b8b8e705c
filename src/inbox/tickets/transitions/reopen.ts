import { ticketClosed } from "#inbox/tickets/errors.ts";
import { TicketReopened } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { startTracking } from "#inbox/tickets/history/tracking.ts";
import { mayAssign, mayReopen } from "#inbox/tickets/policy.ts";
import { runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { isActive, requireAssignee } from "./assignee.ts";
import { otherOpenTicket } from "./conflict.ts";
import { settleClose } from "./settle-close.ts";
import * as sql from "./transitions.sql.ts";
import { revertClose } from "./undo-close.ts";

/**
 * Reopens a closed ticket (docs/rules/tickets.md#reopen) in the same queue. The caller becomes the attendant; if an
 * admin reopens it, the user they name, else the last owner. Imported tickets cannot be reopened. Within the undo
 * window, a reopen by the user who closed it is an undo (docs/rules/tickets.md#undo-close). Throws 403
 * ERR_NO_PERMISSION, 404 ERR_NO_USER_FOUND, 400 ERR_USER_NOT_IN_QUEUE, 409 ERR_OTHER_OPEN_TICKET, 409
 * ERR_TICKET_CLOSED.
 */
export function reopenTicket(
  unit: TenantUnit,
  actor: UserActor,
  before: Ticket,
  wantedUserId: number | null,
): Ticket {
  if (!mayReopen(actor, before)) throw noPermission();
  if (before.origin === "import") throw ticketClosed();
  const other = runningTicket(unit.db, before.contactId, before.connectionId);
  if (other) throw otherOpenTicket(unit.db, actor, other);
  if (before.closeSettlesAt !== null) {
    const again = wantedUserId === null || wantedUserId === before.userId;
    if (before.closedBy === actor.id && again) return revertClose(unit, before, actor.id);
    // Another user starts a new attendance: the close is settled without texts to the customer.
    settleClose(unit, before, true);
  }
  const owner = mayAssign(actor) ? assigned(unit, actor, before, wantedUserId) : actor.id;
  return reopenFor(unit, actor, before, owner);
}

/** Reopens a ticket with a settled close for this attendant, without checking permissions. */
export function reopenFor(unit: TenantUnit, actor: UserActor, before: Ticket, owner: number): Ticket {
  execute(unit.db, sql.reopen, { userId: owner, now: unit.now, id: before.id });
  const ticket = storedTicket(unit.db, before.id);
  startTracking(unit, ticket);
  recordTicketEvent(unit, "reopened", before, ticket, actor.id);
  unit.emit(TicketReopened, { ticket, previous: before, userId: actor.id });
  return ticket;
}

function assigned(unit: TenantUnit, admin: UserActor, before: Ticket, wanted: number | null): number {
  if (wanted !== null) {
    requireAssignee(unit.db, wanted, before.queueId);
    return wanted;
  }
  const last = before.userId;
  return last !== null && isActive(unit.db, last) ? last : admin.id;
}
