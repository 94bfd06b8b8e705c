import { TicketRead } from "#inbox/tickets/events.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { trackResponse } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./activity.sql.ts";

/** A stored message as the ticket shows it. */
export interface PreviewedMessage {
  readonly messageId: number;
  /** Text of the list (`previewText` of the messages). */
  readonly preview: string;
  /** Kind of its preview (`previewKindOf` of the messages), null for text. */
  readonly mediaType: string | null;
}

/** Lists show one line of it. */
const MAX_PREVIEW = 255;

const truncate = (preview: string): string => preview.slice(0, MAX_PREVIEW);

/**
 * The customer's message is stored: it becomes the last one, the customer waits, and the ticket moves to the top
 * (docs/rules/inbound.md#steps step 9). `at` = time of the network, ms. `countsAsUnread` false for what is only filed
 * (a rating, a farewell, history). Answers the ticket as it is now.
 */
export function recordInboundMessage(
  unit: TenantUnit,
  before: Ticket,
  message: PreviewedMessage & { readonly at: number; readonly countsAsUnread: boolean },
): Ticket {
  const { messageId, preview, mediaType, at, countsAsUnread } = message;
  // A clock ahead of ours must not put anything into the future.
  const writtenAt = Math.min(at, unit.now);
  const unread = countsAsUnread ? 1 : 0;
  execute(unit.db, sql.recordInbound, {
    preview: truncate(preview),
    messageId,
    mediaType,
    writtenAt,
    unread,
    now: unit.now,
    id: before.id,
  });
  return changed(unit, before);
}

/**
 * The message is stored with which a ticket was created (`findOrCreateForInbound` with `withMessage`): the ticket shows it. Answers
 * the ticket as it is now.
 */
export function recordFirstMessage(
  unit: TenantUnit,
  before: Ticket,
  { messageId, preview, mediaType }: PreviewedMessage,
): Ticket {
  execute(unit.db, sql.recordFirst, { preview: truncate(preview), messageId, mediaType, id: before.id });
  return changed(unit, before);
}

/**
 * A message of our side is stored. `human`: written by a person on the screen or on the paired phone; the customer
 * then waits no more, everything counts as read, bots are off, and the first one is the first response. `userId` =
 * the author, null on the phone and for the product. `quiet`: the ticket stays where it is in the lists (behaviour
 * 15). Answers the ticket as it is now.
 */
export function recordOutgoingMessage(
  unit: TenantUnit,
  before: Ticket,
  message: PreviewedMessage & {
    readonly human: boolean;
    readonly userId?: number | null;
    readonly quiet?: boolean;
  },
): Ticket {
  const { messageId, preview, mediaType, human, userId = null, quiet = false } = message;
  const byPerson = isAnswered(before) ? sql.recordByPersonAgain : sql.recordByPerson;
  const statement = human ? byPerson : quiet ? sql.recordInPlace : sql.recordOutgoing;
  execute(unit.db, statement, {
    preview: truncate(preview),
    messageId,
    mediaType,
    now: unit.now,
    id: before.id,
  });
  const after = changed(unit, before);
  if (human) {
    trackResponse(unit, before.id);
    if (before.unreadMessages > 0) unit.emit(TicketRead, { ticket: after, userId });
  }
  return after;
}

/** Whether a person's message would change nothing but the last message: no customer waits and no bot talks. */
const isAnswered = (ticket: Ticket): boolean =>
  ticket.unreadMessages === 0 &&
  ticket.waitingSince === null &&
  !ticket.chatbot &&
  !ticket.useIntegration &&
  ticket.promptId === null &&
  ticket.integrationId === null &&
  ticket.queueOptionId === null &&
  ticket.optionTries === 0;

/**
 * A message of the phone's history is stored in its closed ticket, which stands in the lists where it was written,
 * not where it was imported; nobody is told (docs/rules/inbound.md#journal-and-chat-order). `at` in ms.
 */
export function recordImportedMessage(
  unit: TenantUnit,
  ticket: Ticket,
  message: PreviewedMessage & { readonly at: number; readonly fromMe: boolean },
): void {
  const { messageId, preview, mediaType, at, fromMe } = message;
  execute(unit.db, sql.recordImported, {
    preview: truncate(preview),
    messageId,
    fromMe: fromMe ? 1 : 0,
    mediaType,
    writtenAt: Math.min(at, unit.now),
    id: ticket.id,
  });
}

/** A message was edited or deleted: the lists show its new text if they show the message; the order stays. */
export function updatePreview(
  unit: TenantUnit,
  before: Ticket,
  { messageId, preview, mediaType }: PreviewedMessage,
): void {
  const params = { preview: truncate(preview), mediaType, id: before.id, messageId };
  const shown = execute(unit.db, sql.updatePreview, params).changes;
  const customers = execute(unit.db, sql.updateCustomerPreview, params).changes;
  if (shown + customers > 0) changed(unit, before);
}

/** The words of an erased person leave the preview of a group's ticket. */
export const blankPreview = (unit: TenantUnit, ticketId: number, messageId: number): void =>
  void execute(unit.db, sql.blankPreview, { id: ticketId, messageId });

/** A closed ticket whose messages are gone has no preview. */
export const clearPreview = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.clearPreview, { id: ticketId });

function changed(unit: TenantUnit, before: Ticket): Ticket {
  const after = storedTicket(unit.db, before.id);
  ticketChanged(unit, before, after);
  return after;
}
