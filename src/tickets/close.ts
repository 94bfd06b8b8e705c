import { all, run } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { TicketClosed } from "./events.ts";
import { mayClose } from "./policy.ts";
import { storedTicket } from "./read.ts";
import { recordStep } from "./record.ts";
import type { CloseReason, Ticket } from "./schema.ts";
import { finishTracking, runningTracking } from "./tracking.ts";

const CLOSE = `UPDATE ticket SET status = 'closed', closed_at = ?1, closed_by = ?2, close_reason = ?3,
  unread_messages = 0, chatbot = 0, use_integration = 0, prompt_id = NULL, integration_id = NULL,
  queue_option_id = NULL, user_distributed = NULL, distributed_at = NULL, amount_used_bot_queues = 0,
  waiting_since = NULL, updated_at = ?1 WHERE id = ?4 AND status <> 'closed'`;

/** `PUT … { status: "closed" }` (behaviour 5.4). `silent`: no texts to the customer. Throws 403 ERR_NO_PERMISSION. */
export function closeByPerson(unit: TenantUnit, actor: UserActor, before: Ticket, silent: boolean): Ticket {
  if (!mayClose(actor, before)) throw noPermission();
  return closeTicket(unit, before, { reason: "user", silent, userId: actor.id });
}

/**
 * Ends the attendance, without asking rights: for the product's own reasons too. Attendant and queue stay for
 * history; the texts are the business of listeners of `ticket.closed`. A closed ticket stays as it is.
 */
export function closeTicket(
  unit: TenantUnit,
  before: Ticket,
  how: { readonly reason: CloseReason; readonly silent: boolean; readonly userId: number | null },
): Ticket {
  const { reason, silent, userId } = how;
  if (run(unit.db, CLOSE, unit.now, userId, reason, before.id).changes === 0) return before;
  const ticket = storedTicket(unit.db, before.id);
  const tracking = runningTracking(unit.db, before.id);
  finishTracking(unit, before.id);
  recordStep(unit, reason === "merged" ? "merged" : "closed", before, ticket, userId);
  const wroteAt = before.lastCustomerMessageAt;
  const history = reason === "merged" || reason === "import";
  unit.emit(TicketClosed, {
    ticket,
    previous: before,
    userId,
    reason,
    tracking,
    texts: !silent && !history && !before.isGroup && wroteAt !== null,
    contactWrote: wroteAt !== null && tracking !== undefined && wroteAt >= tracking.createdAt,
  });
  return ticket;
}

const RUNNING = "SELECT id FROM ticket WHERE contact_id = ? AND status <> 'closed' ORDER BY id";

/** Ends all attendances of a contact that is to be erased, without a word to anybody. */
export function closeAllOf(unit: TenantUnit, contactId: number): void {
  for (const { id } of all<{ id: number }>(unit.db, RUNNING, contactId))
    closeTicket(unit, storedTicket(unit.db, id), { reason: "import", silent: true, userId: null });
}
