import { TicketQueued } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackQueued } from "#inbox/tickets/history/tracking.ts";
import { storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

// Each update is conditional on what was read: a person who accepted meanwhile keeps the ticket.
const GIVE = `UPDATE ticket SET user_distributed = ?1, distributed_at = ?2
  WHERE id = ?3 AND status = 'pending' AND user_id IS NULL AND user_distributed IS ?4`;
const FREE = `UPDATE ticket SET user_distributed = NULL, distributed_at = NULL
  WHERE id = ?1 AND status = 'pending' AND user_distributed IS ?2`;
// A person is to attend it now: a bot that was busy with it ends.
const REDIRECT = `UPDATE ticket SET queue_id = ?1, chatbot = 0, use_integration = 0, prompt_id = NULL,
  integration_id = NULL, queue_option_id = NULL, bot_ended_at = ?2, updated_at = ?2
  WHERE id = ?3 AND status = 'pending' AND queue_id IS NULL AND user_id IS NULL`;

/** Offers a waiting ticket to one person (docs/rules/distribution.md#offer). False when it does not wait any more. */
export function offerTicket(unit: TenantUnit, ticket: Ticket, userId: number): boolean {
  if (run(unit.db, GIVE, userId, unit.now, ticket.id, ticket.userDistributed).changes === 0) return false;
  recordTicketEvent(unit, "distributed", ticket, storedTicket(unit.db, ticket.id), null);
  return true;
}

/**
 * The whole queue sees an offered ticket again. `kind`: the step in its trail. Changes nothing when the offer is another
 * one by now.
 */
export function withdrawOffer(
  unit: TenantUnit,
  ticket: Ticket,
  kind: "distribution_exhausted" | "queued",
): void {
  if (run(unit.db, FREE, ticket.id, ticket.userDistributed).changes === 0) return;
  recordTicketEvent(unit, kind, ticket, storedTicket(unit.db, ticket.id), null);
}

/**
 * A waiting ticket without queue goes to this one (docs/rules/automation.md#redirection); bots end. Changes nothing when it
 * has a queue or an attendant by now.
 */
export function redirectTicket(unit: TenantUnit, ticketId: number, queueId: number): void {
  const before = ticketById(unit.db, ticketId);
  if (!before || run(unit.db, REDIRECT, queueId, unit.now, ticketId).changes === 0) return;
  const ticket = storedTicket(unit.db, ticketId);
  trackQueued(unit, ticket);
  recordTicketEvent(unit, "redirected", before, ticket, null);
  unit.emit(TicketQueued, { ticket, skipUserId: null });
}
