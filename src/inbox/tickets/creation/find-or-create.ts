import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { startTracking } from "#inbox/tickets/history/tracking.ts";
import { lastClosedTicket, runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { settleClose } from "#inbox/tickets/transitions/settle-close.ts";
import { revertClose } from "#inbox/tickets/transitions/undo-close.ts";
import { one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { createTicket } from "./create.ts";
import { singleQueueOf } from "./single-queue.ts";

export interface InboundTicket {
  readonly contact: { readonly id: number; readonly isGroup: boolean };
  readonly connectionId: number;
  /**
   * When the customer wrote, ms: what came late after downtime is judged by its own time
   * (docs/rules/inbound.md#journal-and-chat-order).
   */
  readonly at: number;
  /** Queue of an attendance that begins with it, where somebody wants one (the answer to a campaign). */
  readonly queueId?: number | null;
  /** The caller stores a message and notes it: `recordFirstMessage` where a ticket was created, else `recordInboundMessage`. */
  readonly withMessage?: boolean;
}

export interface FoundTicket {
  readonly ticket: Ticket;
  /** `reused`: a closed one that runs again; `created`: a new one. Both begin an attendance. */
  readonly outcome: "existing" | "reused" | "created";
}

interface ConnectionRules {
  readonly channel: Ticket["channel"];
  readonly reuseMinutes: number;
  readonly keepUser: number;
}
const RULES = `SELECT channel, time_create_new_ticket_minutes AS reuseMinutes, keep_user_on_reopen AS keepUser
  FROM connection WHERE id = ?`;
const STILL_IN_QUEUE = `SELECT 1 FROM user_queue uq JOIN user u ON u.id = uq.user_id
  WHERE uq.user_id = ? AND uq.queue_id = ? AND u.deleted_at IS NULL`;
const REUSE = `UPDATE ticket SET status = ?, user_id = ?, queue_id = ?, user_distributed = NULL, distributed_at = NULL,
  chatbot = 0, use_integration = 0, prompt_id = NULL, integration_id = NULL, queue_option_id = NULL, option_tries = 0,
  bot_menus_sent = 0, unread_messages = 0, waiting_since = NULL,
  close_reason = NULL, closed_at = NULL, closed_by = NULL, updated_at = ? WHERE id = ? AND status = 'closed'`;

/**
 * The ticket an inbound message belongs to (docs/rules/tickets.md#find-or-create): the running one of contact and
 * connection, else the one closed within the connection's window, else a new one. Called by the lanes in their
 * transaction; the message itself is noted by `recordInboundMessage`. Whoever knows that no bot will talk announces it
 * (`announceQueued`).
 */
export function findOrCreateForInbound(unit: TenantUnit, inbound: InboundTicket): FoundTicket {
  const { contact, connectionId } = inbound;
  const running = runningTicket(unit.db, contact.id, connectionId);
  if (running) return { ticket: running, outcome: "existing" };
  const rules = one<ConnectionRules>(unit.db, RULES, connectionId);
  if (!rules) throw new Error(`connection ${connectionId} vanished`);
  const closed = lastClosedTicket(unit.db, contact.id, connectionId);
  if (closed && closed.closeSettlesAt !== null) {
    // The customer goes on before the farewell left: the close is taken back (docs/rules/tickets.md#undo-close).
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

/** Groups have one ticket for ever; merged and imported ones are history. */
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
    one(unit.db, STILL_IN_QUEUE, closed.userId, queueId) !== undefined;
  run(unit.db, REUSE, kept ? "open" : "pending", kept ? closed.userId : null, queueId, unit.now, closed.id);
  const ticket = storedTicket(unit.db, closed.id);
  startTracking(unit, ticket, inbound.at);
  recordTicketEvent(unit, "reused", closed, ticket, null);
  return ticket;
}
