import type { Channel } from "#channels/connections/contract.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { startTracking } from "#inbox/tickets/history/tracking.ts";
import { lastClosedTicket, runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { announceQueued } from "#inbox/tickets/transitions/announce-queued.ts";
import { settleClose } from "#inbox/tickets/transitions/settle-close.ts";
import { revertClose } from "#inbox/tickets/transitions/undo-close.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { createTicket } from "./create.ts";
import * as sql from "./creation.sql.ts";

export interface InboundTicket {
  readonly contact: { readonly id: number; readonly isGroup: boolean };
  readonly connectionId: number;
  /**
   * Time at which the customer wrote, ms: messages that arrive late after downtime are handled by their own time
   * (docs/rules/inbound.md#journal-and-chat-order).
   */
  readonly at: number;
  /** Queue of a new attendance, if the caller chooses one (reply to a campaign). */
  readonly queueId?: number | null;
  /**
   * True = the caller stores a message and then records it: `recordFirstMessage` for a new ticket, else
   * `recordInboundMessage`.
   */
  readonly withMessage?: boolean;
}

export interface FoundTicket {
  readonly ticket: Ticket;
  /** `reused`: a closed ticket was reopened; `created`: a new ticket. Both start an attendance. */
  readonly outcome: "existing" | "reused" | "created";
}

export interface ConnectionRules {
  readonly channel: Ticket["channel"];
  readonly reuseMinutes: number;
  readonly keepUser: number;
}

/**
 * Returns the ticket of an inbound message (docs/rules/tickets.md#find-or-create): the running one of contact and
 * connection, else the one closed within the connection's reopening time, else a new one. Called by the inbox workers
 * in their transaction; the message itself is recorded by `recordInboundMessage`. A caller that knows that no bot will
 * answer calls `announceQueued`.
 */
export function findOrCreateForInbound(unit: TenantUnit, inbound: InboundTicket): FoundTicket {
  const { contact, connectionId } = inbound;
  const running = runningTicket(unit.db, contact.id, connectionId);
  if (running) return { ticket: running, outcome: "existing" };
  const rules = queryOne(unit.db, sql.connectionRules, { id: connectionId });
  if (!rules) throw new Error(`connection ${connectionId} vanished`);
  const closed = lastClosedTicket(unit.db, contact.id, connectionId);
  if (closed && closed.closeSettlesAt !== null) {
    // The customer wrote before the farewell was sent: the close is undone (docs/rules/tickets.md#undo-close).
    if (inbound.at <= closed.closeSettlesAt)
      return { ticket: revertClose(unit, closed, null), outcome: "existing" };
    settleClose(unit, closed, true);
  }
  if (closed && isReusable(closed, inbound, rules))
    return { ticket: reuse(unit, closed, inbound, rules.keepUser === 1), outcome: "reused" };
  const ticket = createTicket(
    unit,
    {
      status: "pending",
      contactId: contact.id,
      connectionId,
      channel: rules.channel,
      isGroup: contact.isGroup,
      queueId: inbound.queueId ?? singleQueueOf(unit, connectionId),
      userId: null,
      origin: "contact",
      beganAt: inbound.at,
      ...(inbound.withMessage && { firstMessageAt: inbound.at }),
    },
    null,
  );
  return { ticket, outcome: "created" };
}

/** Groups always reuse their ticket; merged and imported tickets are never reused. */
function isReusable(closed: Ticket, { contact, at }: InboundTicket, rules: ConnectionRules): boolean {
  if (closed.closeReason === "merged" || closed.closeReason === "import") return false;
  if (contact.isGroup) return true;
  return rules.reuseMinutes > 0 && at - (closed.closedAt ?? 0) <= rules.reuseMinutes * 60_000;
}

function reuse(unit: TenantUnit, closed: Ticket, inbound: InboundTicket, keepUser: boolean): Ticket {
  const queueId = closed.queueId ?? inbound.queueId ?? singleQueueOf(unit, closed.connectionId);
  const kept =
    keepUser &&
    closed.userId !== null &&
    queueId !== null &&
    queryOne(unit.db, sql.isMemberOfQueue, { userId: closed.userId, queueId }) !== undefined;
  execute(unit.db, sql.reuse, {
    status: kept ? "open" : "pending",
    userId: kept ? closed.userId : null,
    queueId,
    now: unit.now,
    id: closed.id,
  });
  const ticket = storedTicket(unit.db, closed.id);
  startTracking(unit, ticket, inbound.at);
  recordTicketEvent(unit, "reused", closed, ticket, null);
  return ticket;
}

/**
 * Returns the running ticket of a contact on a connection, else a new pending one: a program sent a message and wants
 * users to see it (docs/rules/send-api.md#effect, `openTicket`). Checks no permissions.
 */
export function findOrCreatePending(
  unit: TenantUnit,
  about: {
    readonly contactId: number;
    readonly isGroup: boolean;
    readonly connectionId: number;
    readonly channel: Channel;
  },
): Ticket {
  const running = runningTicket(unit.db, about.contactId, about.connectionId);
  if (running) return running;
  const queueId = singleQueueOf(unit, about.connectionId);
  const ticket = createTicket(
    unit,
    { ...about, status: "pending", queueId, userId: null, origin: "api" },
    null,
  );
  announceQueued(unit, ticket);
  return ticket;
}

/**
 * Returns the connection's only queue, since the customer has no choice then (docs/rules/queue-menu.md#cases); null
 * with no queue or several.
 */
function singleQueueOf(unit: TenantUnit, connectionId: number): number | null {
  const [first, second] = queryAll(unit.db, sql.queuesOfConnection, { connectionId });
  return first && !second ? first.id : null;
}
