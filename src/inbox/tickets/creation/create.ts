import { timeZoneOf } from "#accounts/settings/index.ts";
import type { Channel } from "#channels/connections/contract.ts";
import type { TicketStatus } from "#inbox/tickets/contract.ts";
import { insertTicketEvent, recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { startTracking } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { CloseReason, Ticket, TicketOrigin } from "#inbox/tickets/schema.ts";
import { dayAt } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./creation.sql.ts";

export interface NewTicket {
  readonly status: TicketStatus;
  readonly contactId: number;
  readonly connectionId: number;
  readonly channel: Channel;
  readonly isGroup: boolean;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly origin: TicketOrigin;
  /** Start of the attendance, ms; default: now. */
  readonly beganAt?: number;
  /**
   * Time of the customer's message that starts the ticket, ms: the message counts as unread, and the customer waits. Absent when no
   * customer's message starts the ticket.
   */
  readonly firstMessageAt?: number;
}

/**
 * Creates an open or pending ticket with its protocol number, tracking row and first ticket event. Fails on the
 * unique index `ticket_one_open` when the contact has one running on the connection already.
 */
export function createTicket(unit: TenantUnit, fields: NewTicket, userId: number | null): Ticket {
  const ticket = insert(unit, fields, null);
  startTracking(unit, ticket, fields.beganAt);
  recordTicketEvent(unit, "created", null, ticket, userId);
  return ticket;
}

/**
 * Creates a closed ticket without attendance for a new contact: for a message written on the paired phone, the imported history, a
 * scheduled message, a campaign or an API message (docs/rules/inbound.md#journal-and-chat-order, docs/rules/inbound.md#own-messages,
 * docs/rules/scheduled-messages.md#ticket, docs/rules/campaigns.md, docs/rules/send-api.md#effect). Emits no event; the recorded
 * ticket event contains the origin.
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
  unit.creates("ERR_CREATING_TICKET");
  const { id } = execute(unit.db, sql.insertTicket, {
    uuid: newUuid(),
    status: fields.status,
    contactId: fields.contactId,
    connectionId: fields.connectionId,
    channel: fields.channel,
    isGroup: fields.isGroup ? 1 : 0,
    queueId: fields.queueId,
    userId: fields.userId,
    origin: fields.origin,
    protocol: nextProtocol(unit),
    closeReason,
    closedAt: fields.status === "closed" ? unit.now : null,
    pendingSince: fields.status === "pending" ? unit.now : null,
    now: unit.now,
    unreadMessages: fields.firstMessageAt === undefined ? 0 : 1,
    waitingSince: fields.firstMessageAt === undefined ? null : Math.min(fields.firstMessageAt, unit.now),
  });
  return storedTicket(unit.db, id);
}

/**
 * Returns the next protocol number (docs/rules/tickets.md#protocol): the day in the company's time zone and a counter
 * of at least five digits.
 */
function nextProtocol(unit: TenantUnit): string {
  const day = dayAt(unit.now, timeZoneOf(unit.tenant)).replaceAll("-", "");
  execute(unit.db, sql.countProtocol, { day });
  // Two statements, because RETURNING materialises a table, which costs ten times as much as both.
  const row = queryOne(unit.db, sql.lastProtocol, { day });
  return `${day}${String(row?.last ?? 1).padStart(5, "0")}`;
}
