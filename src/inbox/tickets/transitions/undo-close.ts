import { notify } from "#accounts/notifications/index.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { noTicket, undoTooLate } from "#inbox/tickets/errors.ts";
import { TicketCloseUndone } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { resumeTracking } from "#inbox/tickets/history/tracking.ts";
import { canSee, mayUndoClose } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { runningTicket, storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { restoreSnooze } from "#inbox/tickets/snooze/wake.ts";
import { restorePins } from "#inbox/tickets/triage/pins.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor, UserCtx } from "#tenants/tenant.ts";
import { announceQueued } from "./announce-queued.ts";
import { isActive } from "./assignee.ts";
import { readCloseUndo } from "./close-undo.ts";
import { otherOpenTicket } from "./conflict.ts";
import * as sql from "./transitions.sql.ts";

/**
 * `POST /tickets/{id}/undo-close`: undoes a close within its window, for the user who closed it and admins
 * (docs/rules/tickets.md#undo-close). A ticket that is no longer closed is returned unchanged. Throws 404
 * ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_UNDO_TOO_LATE, 409 ERR_OTHER_OPEN_TICKET.
 */
export function undoClose({ tenant, actor }: UserCtx, id: number): TicketAnswer {
  tenant.write((unit) => {
    const ticket = ticketById(unit.db, id);
    if (!ticket || !(canSee(actor, ticket) || mayUndoClose(actor, ticket))) throw noTicket();
    if (ticket.status === "closed") undoByPerson(unit, actor, ticket);
  });
  return presentTicket(tenant, id);
}

function undoByPerson(unit: TenantUnit, actor: UserActor, before: Ticket): void {
  if (before.closeSettlesAt === null) throw undoTooLate();
  if (!mayUndoClose(actor, before)) throw noPermission();
  const other = runningTicket(unit.db, before.contactId, before.connectionId);
  if (other) throw otherOpenTicket(unit.db, actor, other);
  revertClose(unit, before, actor.id);
}

/**
 * Restores a ticket whose close is not settled: the same attendant, tracking row and times. The distribution offer is not restored;
 * distribution starts again. `userId` null = the customer wrote. Checks no permissions.
 */
export function revertClose(unit: TenantUnit, before: Ticket, userId: number | null): Ticket {
  const undo = readCloseUndo(before);
  if (undo === undefined) throw undoTooLate();
  const was = undo.ticket;
  // The attendant may have been deleted since.
  const isAttended = was.status === "open" && before.userId !== null && isActive(unit.db, before.userId);
  execute(unit.db, sql.restore, {
    status: isAttended ? "open" : "pending",
    userId: isAttended ? before.userId : null,
    unreadMessages: was.unreadMessages,
    chatbot: was.chatbot ? 1 : 0,
    useIntegration: was.useIntegration ? 1 : 0,
    promptId: was.promptId,
    integrationId: was.integrationId,
    queueOptionId: was.queueOptionId,
    botMenusSent: was.botMenusSent,
    waitingSince: was.waitingSince,
    now: unit.now,
    id: before.id,
  });
  execute(unit.db, sql.restoreAfterTriggers, {
    pendingSince: was.pendingSince,
    markedUnread: isAttended && was.markedUnread ? 1 : 0,
    id: before.id,
  });
  restorePins(unit, before.id, undo.pins);
  if (isAttended) restoreSnooze(unit, before.id, was);
  if (undo.trackingId !== null) resumeTracking(unit, undo.trackingId);
  const ticket = storedTicket(unit.db, before.id);
  recordTicketEvent(unit, "close_undone", before, ticket, userId);
  unit.emit(TicketCloseUndone, { ticket, previous: before, userId });
  if (userId === null && ticket.userId !== null)
    notify(unit, [ticket.userId], { kind: "close_taken_back", ticketId: ticket.id });
  announceQueued(unit, ticket);
  return ticket;
}
