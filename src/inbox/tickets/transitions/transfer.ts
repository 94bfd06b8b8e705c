import { findConnection, noConnection, notSupported } from "#channels/connections/index.ts";
import { noQueue, queueRequired, ticketChanged, ticketClosed } from "#inbox/tickets/errors.ts";
import { TicketTransferred } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackMoved, trackQueued, trackStarted } from "#inbox/tickets/history/tracking.ts";
import { addReasonNote } from "#inbox/tickets/notes-and-tags/notes.ts";
import { mayTransfer } from "#inbox/tickets/policy.ts";
import { runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { announceQueued } from "./announce-queued.ts";
import { queueOf, requireAssignee } from "./assignee.ts";
import { otherOpenTicket } from "./conflict.ts";
import * as sql from "./transitions.sql.ts";

export interface TransferRequest {
  /** Absent = unchanged. */
  readonly queueId?: number | null | undefined;
  /** Null = no attendant: the ticket waits in the queue. */
  readonly userId?: number | null | undefined;
  readonly whatsappId?: number | null | undefined;
  /** Stored as an internal note. */
  readonly reason?: string | undefined;
  /** Whether the bot of the queue starts; absent = the setting `transferStartsBot`. No bot starts when the product transfers. */
  readonly startBot?: boolean | undefined;
}

/**
 * Transfers a ticket to another queue, attendant or connection (docs/rules/tickets.md#transfer-rules): with an
 * attendant it is open, without one it waits. `before`: the ticket as the caller read it. For its owner, supervisors of
 * the queue and admins, and for a pending ticket all users who see it. Throws 403 ERR_NO_PERMISSION, 400
 * ERR_QUEUE_REQUIRED, 404 ERR_NO_QUEUE_FOUND, 404 ERR_NO_USER_FOUND, 400 ERR_USER_NOT_IN_QUEUE, 404 ERR_NO_WAPP_FOUND,
 * 400 ERR_NOT_SUPPORTED, 409 ERR_TICKET_CLOSED, 409 ERR_OTHER_OPEN_TICKET, 409 ERR_TICKET_CHANGED.
 */
export function transferTicket(
  unit: TenantUnit,
  actor: UserActor,
  before: Ticket,
  wish: TransferRequest,
): Ticket {
  if (before.status === "closed") throw ticketClosed();
  if (!mayTransfer(actor, before)) throw noPermission();
  return moveTicket(unit, actor, before, wish);
}

/**
 * Transfers a ticket that is not closed without checking permissions. `actor` null = the product, which never changes the
 * connection; `silent`: no text to the contact.
 */
export function moveTicket(
  unit: TenantUnit,
  actor: UserActor | null,
  before: Ticket,
  wish: TransferRequest,
  silent = false,
): Ticket {
  const queueId = wish.queueId === undefined ? before.queueId : wish.queueId;
  if (queueId === null) throw queueRequired();
  if (!queueOf(unit.db, queueId)) throw noQueue();
  if (wish.userId) requireAssignee(unit.db, wish.userId, queueId);
  const connectionId = targetConnection(unit, actor, before, wish.whatsappId ?? before.connectionId);
  const ticket = store(unit, before, { queueId, connectionId, userId: wish.userId });
  const userId = actor?.id ?? null;
  recordTicketEvent(unit, "transferred", before, ticket, userId);
  addReasonNote(unit, ticket, userId, wish.reason);
  unit.emit(TicketTransferred, { ticket, previous: before, userId, silent, startBot: wish.startBot });
  const isRequeued =
    ticket.status === "pending" && (ticket.queueId !== before.queueId || wish.userId === null);
  // A bot of the new queue may have started in the meantime.
  const after = storedTicket(unit.db, ticket.id);
  if (isRequeued) announceQueued(unit, after, before.userId);
  return after;
}

function targetConnection(
  unit: TenantUnit,
  actor: UserActor | null,
  before: Ticket,
  connectionId: number,
): number {
  if (connectionId === before.connectionId || !actor) return before.connectionId;
  const target = findConnection(unit.db, connectionId);
  if (!target) throw noConnection();
  if (target.channel !== before.channel) throw notSupported();
  const other = runningTicket(unit.db, before.contactId, connectionId);
  if (other) throw otherOpenTicket(unit.db, actor, other);
  return connectionId;
}

function store(
  unit: TenantUnit,
  before: Ticket,
  to: { queueId: number; connectionId: number; userId: number | null | undefined },
): Ticket {
  const onlyConnection = to.userId === undefined && to.queueId === before.queueId;
  const userId = to.userId ?? null;
  const params = {
    connectionId: to.connectionId,
    now: unit.now,
    id: before.id,
    formerStatus: before.status,
    formerUserId: before.userId,
    readAt: before.updatedAt,
  };
  const { changes } = onlyConnection
    ? execute(unit.db, sql.moveToConnection, params)
    : execute(unit.db, sql.transfer, {
        ...params,
        status: userId === null ? "pending" : "open",
        userId,
        queueId: to.queueId,
      });
  if (changes === 0) throw ticketChanged();
  const ticket = storedTicket(unit.db, before.id);
  if (onlyConnection) trackMoved(unit, ticket);
  else if (userId === null) trackQueued(unit, ticket);
  else trackStarted(unit, ticket);
  return ticket;
}
