import { noUser, queueRequired, ticketChanged } from "#inbox/tickets/errors.ts";
import { ticketChanged as emitChanged } from "#inbox/tickets/history/record-event.ts";
import { runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { restoreSnooze, wakeTicket } from "#inbox/tickets/snooze/wake.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { isActive } from "./assignee.ts";
import { otherOpenTicket } from "./conflict.ts";
import { reopenFor } from "./reopen.ts";
import { returnToQueue } from "./return.ts";
import { moveTicket } from "./transfer.ts";
import { revertClose } from "./undo-close.ts";

/** The columns that an undo of a bulk action restores, and those that show whether the ticket has changed since. */
export type Place = Pick<
  Ticket,
  | "status"
  | "queueId"
  | "userId"
  | "closedAt"
  | "pendingSince"
  | "snoozeMode"
  | "snoozedUntil"
  | "snoozedBy"
  | "asleepSince"
  | "wokenAt"
  | "wakeReason"
  | "wakeReturnAt"
>;

const MOVES = ["status", "queueId", "userId", "closedAt", "pendingSince"] as const;

/**
 * Restores attendant, queue and snooze of a ticket as they were before a bulk action (docs/rules/bulk-actions.md#undo), without
 * texts to the customer. `was`: the state before the action; `left`: the state after it. Checks no permissions. Throws 409
 * ERR_TICKET_CHANGED when the ticket has changed since the action, 409 ERR_OTHER_OPEN_TICKET, 400 ERR_QUEUE_REQUIRED, 404
 * ERR_NO_USER_FOUND.
 */
export function putBack(unit: TenantUnit, actor: UserActor, now: Ticket, was: Place, left: Place): void {
  if (MOVES.some((key) => now[key] !== left[key])) throw ticketChanged();
  if (MOVES.every((key) => was[key] === left[key])) {
    if (now.snoozeMode !== left.snoozeMode || now.snoozedUntil !== left.snoozedUntil) throw ticketChanged();
    if (was.snoozeMode === null) wakeTicket(unit, now, "person", actor.id);
  } else if (now.status === "closed" && now.closeSettlesAt !== null) {
    requireNoOther(unit, actor, now);
    revertClose(unit, now, actor.id);
    return;
  } else move(unit, actor, now, was);
  if (was.status === "open") restoreSnooze(unit, now.id, was);
  emitChanged(unit, now, storedTicket(unit.db, now.id));
}

function move(unit: TenantUnit, actor: UserActor, now: Ticket, was: Place): void {
  let ticket = now;
  if (was.userId !== null && !isActive(unit.db, was.userId)) throw noUser();
  if (ticket.status === "closed") {
    requireNoOther(unit, actor, ticket);
    ticket = reopenFor(unit, actor, ticket, was.userId ?? actor.id);
  }
  const { queueId, userId } = was;
  if (ticket.status === was.status && ticket.queueId === queueId && ticket.userId === userId) return;
  if (ticket.queueId === queueId && was.status === "pending") returnToQueue(unit, ticket, actor.id);
  else if (queueId === null) throw queueRequired();
  else moveTicket(unit, actor, ticket, { queueId, userId }, true);
}

function requireNoOther(unit: TenantUnit, actor: UserActor, { contactId, connectionId }: Ticket): void {
  const other = runningTicket(unit.db, contactId, connectionId);
  if (other) throw otherOpenTicket(unit.db, actor, other);
}
