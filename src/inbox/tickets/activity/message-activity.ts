import { TicketRead } from "#inbox/tickets/events.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { trackResponse } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

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

const INBOUND = `UPDATE ticket SET last_message = ?1, last_message_id = ?2, last_message_from_me = 0,
  last_message_type = ?3, last_message_at = ?4, last_customer_message_at = ?4, last_customer_message = ?1,
  last_customer_message_id = ?2, last_customer_message_type = ?3,
  waiting_since = CASE WHEN status = 'closed' THEN waiting_since ELSE coalesce(waiting_since, ?4) END,
  unread_messages = unread_messages + ?5, updated_at = ?6 WHERE id = ?7`;
// Columns without an index: those with one were written with the ticket.
const FIRST = `UPDATE ticket SET last_message = ?1, last_message_id = ?2, last_message_type = ?3, last_customer_message = ?1,
  last_customer_message_id = ?2, last_customer_message_type = ?3 WHERE id = ?4`;
const OUTGOING = `UPDATE ticket SET last_message = ?1, last_message_id = ?2, last_message_from_me = 1,
  last_message_type = ?3, last_message_at = ?4, updated_at = ?4 WHERE id = ?5`;
const QUIET = `UPDATE ticket SET last_message = ?1, last_message_id = ?2, last_message_from_me = 1,
  last_message_type = ?3, last_message_at = ?4 WHERE id = ?5`;
const HUMAN = `UPDATE ticket SET last_message = ?1, last_message_id = ?2, last_message_from_me = 1,
  last_message_type = ?3, last_message_at = ?4, updated_at = ?4, unread_messages = 0, waiting_since = NULL, chatbot = 0,
  use_integration = 0, prompt_id = NULL, integration_id = NULL, queue_option_id = NULL, option_tries = 0,
  bot_ended_at = ?4 WHERE id = ?5`;
// Without the columns that already have their values: SQLite rewrites the indexes of every column that is named.
const HUMAN_AGAIN = `UPDATE ticket SET last_message = ?1, last_message_id = ?2, last_message_from_me = 1,
  last_message_type = ?3, last_message_at = ?4, updated_at = ?4, bot_ended_at = ?4 WHERE id = ?5`;
const IMPORTED = `UPDATE ticket SET last_message = ?1, last_message_id = ?2, last_message_from_me = ?3,
  last_message_type = ?4, last_message_at = ?5, updated_at = ?5 WHERE id = ?6 AND coalesce(last_message_at, 0) <= ?5`;
const PREVIEW =
  "UPDATE ticket SET last_message = ?, last_message_type = ? WHERE id = ? AND last_message_id = ?";
const CUSTOMER_PREVIEW = `UPDATE ticket SET last_customer_message = ?, last_customer_message_type = ?
  WHERE id = ? AND last_customer_message_id = ?`;

const line = (preview: string): string => preview.slice(0, MAX_PREVIEW);

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
  const heardAt = Math.min(at, unit.now);
  const unread = countsAsUnread ? 1 : 0;
  run(unit.db, INBOUND, line(preview), messageId, mediaType, heardAt, unread, unit.now, before.id);
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
  run(unit.db, FIRST, line(preview), messageId, mediaType, before.id);
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
  const byPerson = isAnswered(before) ? HUMAN_AGAIN : HUMAN;
  const text = human ? byPerson : quiet ? QUIET : OUTGOING;
  run(unit.db, text, line(preview), messageId, mediaType, unit.now, before.id);
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
  run(
    unit.db,
    IMPORTED,
    line(preview),
    messageId,
    fromMe ? 1 : 0,
    mediaType,
    Math.min(at, unit.now),
    ticket.id,
  );
}

/** A message was edited or deleted: the lists show its new text if they show the message; the order stays. */
export function updatePreview(
  unit: TenantUnit,
  before: Ticket,
  { messageId, preview, mediaType }: PreviewedMessage,
): void {
  const write = (sql: string) => run(unit.db, sql, line(preview), mediaType, before.id, messageId).changes;
  if (write(PREVIEW) + write(CUSTOMER_PREVIEW) > 0) changed(unit, before);
}

const BLANK_PREVIEW = `UPDATE ticket SET last_message = iif(last_message_id = ?2, '', last_message),
  last_customer_message = iif(last_customer_message_id = ?2, '', last_customer_message)
  WHERE id = ?1 AND ?2 IN (last_message_id, last_customer_message_id)`;

/** The words of an erased person leave the preview of a group's ticket. */
export const blankPreview = (unit: TenantUnit, ticketId: number, messageId: number): void =>
  void run(unit.db, BLANK_PREVIEW, ticketId, messageId);

const FORGET_LAST = `UPDATE ticket SET last_message = '', last_message_id = NULL, last_message_type = NULL,
    last_customer_message = NULL, last_customer_message_id = NULL, last_customer_message_type = NULL
  WHERE id = ? AND status = 'closed'`;

/** A closed ticket whose messages are gone has no preview. */
export const clearPreview = (unit: TenantUnit, ticketId: number): void =>
  void run(unit.db, FORGET_LAST, ticketId);

function changed(unit: TenantUnit, before: Ticket): Ticket {
  const after = storedTicket(unit.db, before.id);
  ticketChanged(unit, before, after);
  return after;
}
