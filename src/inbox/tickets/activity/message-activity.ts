import { TicketRead } from "#inbox/tickets/events.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { trackResponse } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { isSnoozedOrWoken, settleByPerson, wakeByCustomer } from "#inbox/tickets/snooze/messages.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./activity.sql.ts";

/** The fields of a stored message that a ticket's preview needs. */
export interface PreviewedMessage {
  readonly messageId: number;
  /** Text of the preview (`previewText` of the messages feature). */
  readonly preview: string;
  /** Kind of the preview (`previewKindOf` of the messages feature), null for text. */
  readonly mediaType: string | null;
}

/** Media type of a call. A call does not wake a snoozed ticket, because the customer wrote nothing. */
const CALL = "call_log";
/** Maximum number of characters of a preview; lists show one line. */
const MAX_PREVIEW = 255;

export const truncate = (preview: string): string => preview.slice(0, MAX_PREVIEW);

/**
 * Updates the ticket after an inbound message: the message becomes the last one, the customer waits, and the ticket
 * moves to the top (docs/rules/inbound.md#steps step 9). `at`: the network's time, ms. `countsAsUnread` is false for
 * messages that need no answer (a rating, a farewell, history). Returns the ticket as stored now.
 */
export function recordInboundMessage(
  unit: TenantUnit,
  before: Ticket,
  message: PreviewedMessage & { readonly at: number; readonly countsAsUnread: boolean },
): Ticket {
  const { messageId, preview, mediaType, at, countsAsUnread } = message;
  // The network's clock may be ahead; a stored time must not be in the future.
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
  if (mediaType !== CALL) wakeByCustomer(unit, before);
  return changed(unit, before);
}

/**
 * Sets the preview of a ticket that was created with this message (`findOrCreateForInbound` with `withMessage`).
 * `before` is the ticket as created in this transaction. Returns the ticket as stored now.
 */
export function recordFirstMessage(
  unit: TenantUnit,
  before: Ticket,
  { messageId, preview, mediaType }: PreviewedMessage,
): Ticket {
  const lastMessage = truncate(preview);
  execute(unit.db, sql.recordFirst, { preview: lastMessage, messageId, mediaType, id: before.id });
  return withChangeAnnounced(unit, before, {
    ...before,
    lastMessage,
    lastMessageId: messageId,
    lastMessageType: mediaType,
    lastCustomerMessage: lastMessage,
    lastCustomerMessageId: messageId,
    lastCustomerMessageType: mediaType,
  });
}

/**
 * Updates the ticket after reconciliation found a missing message (docs/rules/reconciliation.md#fill): it precedes the last message,
 * so the preview does not change. `countsAsUnread`: the customer still waits for an answer. Returns the ticket as stored now.
 */
export function recordFoundMessage(unit: TenantUnit, before: Ticket, countsAsUnread: boolean): Ticket {
  if (!countsAsUnread) return before;
  execute(unit.db, sql.recordFound, { now: unit.now, id: before.id });
  wakeByCustomer(unit, before);
  return changed(unit, before);
}

/**
 * Updates the ticket after an outgoing message. `human`: a person wrote it on the page or on the paired phone; then the
 * customer no longer waits, all messages count as read, bots end, and the first such message is the first response.
 * `before` is the ticket as read in this transaction. `userId`: the author, null on the phone and for the product. `quiet`: the ticket keeps its position in the lists.
 * Returns the ticket as stored now.
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
  const lastMessage = truncate(preview);
  const isAgain = human && isAnswered(before);
  const byPerson = isAgain ? sql.recordByPersonAgain : sql.recordByPerson;
  const statement = human ? byPerson : quiet ? sql.recordInPlace : sql.recordOutgoing;
  const { now } = unit;
  execute(unit.db, statement, { preview: lastMessage, messageId, mediaType, now, id: before.id });
  if (human) settleByPerson(unit, before, userId);
  const after = isAgain
    ? withChangeAnnounced(unit, before, {
        ...before,
        lastMessage,
        lastMessageId: messageId,
        lastMessageFromMe: true,
        lastMessageType: mediaType,
        lastMessageAt: now,
        updatedAt: now,
        botEndedAt: now,
      })
    : changed(unit, before);
  if (human) {
    trackResponse(unit, before.id);
    if (before.unreadMessages > 0) unit.emit(TicketRead, { ticket: after, userId });
  }
  return after;
}

/**
 * True when a person's message changes nothing but the last message: the customer does not wait, no bot is active, and the ticket is
 * not snoozed.
 */
const isAnswered = (ticket: Ticket): boolean =>
  ticket.unreadMessages === 0 &&
  !ticket.markedUnread &&
  ticket.waitingSince === null &&
  !isSnoozedOrWoken(ticket) &&
  !ticket.chatbot &&
  !ticket.useIntegration &&
  ticket.promptId === null &&
  ticket.integrationId === null &&
  ticket.queueOptionId === null &&
  ticket.optionTries === 0;

/**
 * Updates the closed ticket of an imported message. The ticket is sorted by when the message was written, not by the
 * import; no event is emitted (docs/rules/inbound.md#journal-and-chat-order). `at` in ms.
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

/**
 * Updates the preview after a message was edited or deleted, if the preview shows that message. The position in the
 * lists is unchanged.
 */
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

/** Removes a message of an erased person from the preview of a group's ticket. */
export const blankPreview = (unit: TenantUnit, ticketId: number, messageId: number): void =>
  void execute(unit.db, sql.blankPreview, { id: ticketId, messageId });

/** Clears the preview of a closed ticket whose messages were deleted. */
export const clearPreview = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.clearPreview, { id: ticketId });

const changed = (unit: TenantUnit, before: Ticket): Ticket =>
  withChangeAnnounced(unit, before, storedTicket(unit.db, before.id));

function withChangeAnnounced(unit: TenantUnit, before: Ticket, after: Ticket): Ticket {
  ticketChanged(unit, before, after);
  return after;
}
