import type { Channel } from "#channels/connections/contract.ts";
import type { TicketStatus } from "#inbox/tickets/contract.ts";
import { insertTicketEvent, recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { startTracking } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { CloseReason, Ticket, TicketOrigin } from "#inbox/tickets/schema.ts";
import { run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { nextProtocol } from "./protocol.ts";

export interface NewTicket {
  readonly status: TicketStatus;
  readonly contactId: number;
  readonly connectionId: number;
  readonly channel: Channel;
  readonly isGroup: boolean;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly origin: TicketOrigin;
  /** When the attendance began, ms; now when absent. */
  readonly beganAt?: number;
  /** When the customer wrote the message it begins with, ms: it is unread, and the customer waits. Absent without one. */
  readonly firstMessageAt?: number;
}

const INSERT = `INSERT INTO ticket (uuid, status, contact_id, connection_id, channel, is_group, queue_id, user_id, origin,
  protocol, close_reason, closed_at, pending_since, created_at, updated_at, unread_messages, waiting_since, last_message_at,
  last_customer_message_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15, ?16, ?16, ?16)`;

/**
 * Stores a ticket that runs, with its protocol number, its attendance and the first step of its trail. Fails on the
 * unique index `ticket_one_open` when the contact has one running on the connection already.
 */
export function createTicket(unit: TenantUnit, fields: NewTicket, userId: number | null): Ticket {
  const ticket = insert(unit, fields, null);
  startTracking(unit, ticket, fields.beganAt);
  recordTicketEvent(unit, "created", null, ticket, userId);
  return ticket;
}

/**
 * A ticket that was never attended here: what somebody wrote on the paired phone to a contact without any, a
 * conversation of the imported history, or what was planned, or sent by a campaign or a program, to somebody new
 * (docs/rules/inbound.md#journal-and-chat-order, docs/rules/inbound.md#own-messages,
 * docs/rules/scheduled-messages.md#ticket, docs/rules/campaigns.md, docs/rules/send-api.md#effect). Closed, without
 * attendance, and told to nobody; its trail says where it came from.
 */
export function createClosedTicket(
  unit: TenantUnit,
  fields: {
    readonly contactId: number;
    readonly connectionId: number;
    readonly channel: Channel;
    readonly isGroup: boolean;
    readonly origin: "phone" | "import" | "schedule" | "campaign" | "api";
  },
): Ticket {
  const closeReason = fields.origin === "import" ? "import" : null;
  const ticket = insert(unit, { ...fields, status: "closed", queueId: null, userId: null }, closeReason);
  insertTicketEvent(unit, "created", null, ticket, null, { origin: fields.origin });
  return ticket;
}

function insert(unit: TenantUnit, fields: NewTicket, closeReason: CloseReason | null): Ticket {
  const { id } = run(
    unit.db,
    INSERT,
    newUuid(),
    fields.status,
    fields.contactId,
    fields.connectionId,
    fields.channel,
    fields.isGroup ? 1 : 0,
    fields.queueId,
    fields.userId,
    fields.origin,
    nextProtocol(unit),
    closeReason,
    fields.status === "closed" ? unit.now : null,
    fields.status === "pending" ? unit.now : null,
    unit.now,
    fields.firstMessageAt === undefined ? 0 : 1,
    fields.firstMessageAt === undefined ? null : Math.min(fields.firstMessageAt, unit.now),
  );
  return storedTicket(unit.db, id);
}
