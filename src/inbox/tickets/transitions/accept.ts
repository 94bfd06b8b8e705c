import { setting } from "#accounts/settings/index.ts";
import { alreadyAccepted, noQueue } from "#inbox/tickets/errors.ts";
import { TicketAccepted } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackStarted } from "#inbox/tickets/history/tracking.ts";
import { mayAccept } from "#inbox/tickets/policy.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { type Db, one, run } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { queueOf, userOf } from "./assignee.ts";

const ACCEPT = `UPDATE ticket SET status = 'open', user_id = ?1, queue_id = coalesce(queue_id, ?2), user_distributed = NULL,
  distributed_at = NULL, chatbot = 0, use_integration = 0, prompt_id = NULL, integration_id = NULL,
  queue_option_id = NULL, option_tries = 0, bot_ended_at = ?3, unread_messages = 0, updated_at = ?3
  WHERE id = ?4 AND status = 'pending' AND user_id IS NULL
    AND (user_distributed IS NULL OR user_distributed = ?1 OR ?5 = 1)`;
const ACCEPTED_BEFORE = `SELECT 1 FROM ticket_event e JOIN ticket t ON t.id = e.ticket_id
  WHERE t.contact_id = ? AND e.kind = 'accepted' AND e.user_id = ? AND e.at > ? LIMIT 1`;

/** docs/rules/tickets.md#accept: the same attendant greets the same contact at most once an hour. */
const GREETED_MS = 60 * 60_000;

/**
 * The caller takes a pending ticket (docs/rules/tickets.md#accept); of several only one wins. `queueId`: the queue an
 * admin gives a ticket without one. Answers the ticket; the caller who has it already gets it again. Throws 403
 * ERR_NO_PERMISSION, 404 ERR_NO_QUEUE_FOUND, 409 ERR_TICKET_ALREADY_ACCEPTED.
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
  const { changes } = run(unit.db, ACCEPT, actor.id, queueId, unit.now, before.id, admin);
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

/** Somebody else has it: 409 ERR_TICKET_ALREADY_ACCEPTED with the name of who. */
export function throwAlreadyAccepted(db: Db, ticket: Ticket): never {
  const userId = ticket.userId ?? ticket.userDistributed;
  throw alreadyAccepted({ userId, user: userOf(db, userId), queue: queueOf(db, ticket.queueId) });
}

function isGreetingDue(unit: TenantUnit, actor: UserActor, ticket: Ticket): boolean {
  if (ticket.isGroup || !setting(unit.tenant, "sendGreetingAccepted")) return false;
  return !one(unit.db, ACCEPTED_BEFORE, ticket.contactId, actor.id, unit.now - GREETED_MS);
}
