import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { noTicket, undoTooLate } from "#inbox/tickets/errors.ts";
import { TicketCloseUndone } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { resumeTracking } from "#inbox/tickets/history/tracking.ts";
import { canSee, mayUndoClose } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { runningTicket, storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { run } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor, UserCtx } from "#tenants/tenant.ts";
import { announceQueued } from "./announce-queued.ts";
import { isActive } from "./assignee.ts";
import { readCloseUndo } from "./close-undo.ts";
import { otherOpenTicket } from "./conflict.ts";

const RESTORE = `UPDATE ticket SET status = ?1, user_id = ?2, unread_messages = ?3, chatbot = ?4, use_integration = ?5,
  prompt_id = ?6, integration_id = ?7, queue_option_id = ?8, bot_menus_sent = ?9, waiting_since = ?10,
  closed_at = NULL, closed_by = NULL, close_reason = NULL, close_settles_at = NULL, close_undo = NULL,
  updated_at = ?11 WHERE id = ?12 AND close_settles_at IS NOT NULL`;

/** Apart: the ticket that enters `pending` again has got the time of now from its trigger. */
const RESTORE_PENDING = "UPDATE ticket SET pending_since = ? WHERE id = ?";

/**
 * `POST /tickets/{id}/undo-close`: the person who closed it, or an admin, takes a close back within its window
 * (docs/rules/tickets.md#undo-close). A ticket that is not closed any more is answered as it is. Throws 404
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
 * Makes a ticket whose close has not settled what it was before the close: the same attendant, the same attendance,
 * the same clocks. Only the offer of a distribution is made again. `userId` null = the customer wrote. Checks no rights.
 */
export function revertClose(unit: TenantUnit, before: Ticket, userId: number | null): Ticket {
  const undo = readCloseUndo(before);
  if (undo === undefined) throw undoTooLate();
  const was = undo.ticket;
  // The attendant can have been deleted since.
  const isAttended = was.status === "open" && before.userId !== null && isActive(unit.db, before.userId);
  run(
    unit.db,
    RESTORE,
    isAttended ? "open" : "pending",
    isAttended ? before.userId : null,
    was.unreadMessages,
    was.chatbot ? 1 : 0,
    was.useIntegration ? 1 : 0,
    was.promptId,
    was.integrationId,
    was.queueOptionId,
    was.amountUsedBotQueues,
    was.waitingSince,
    unit.now,
    before.id,
  );
  run(unit.db, RESTORE_PENDING, was.pendingSince, before.id);
  if (undo.trackingId !== null) resumeTracking(unit, undo.trackingId);
  const ticket = storedTicket(unit.db, before.id);
  recordTicketEvent(unit, "close_undone", before, ticket, userId);
  unit.emit(TicketCloseUndone, { ticket, previous: before, userId });
  announceQueued(unit, ticket);
  return ticket;
}
