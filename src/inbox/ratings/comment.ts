import type { ClaimedReply, Message, Reply } from "#inbox/messages/index.ts";
import {
  lastClosedTicket,
  recordTicketEvent,
  runningTicket,
  storedTicket,
  type Ticket,
} from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./comment.sql.ts";
import { RatingCommented } from "./events.ts";
import { sayCompletion } from "./texts.ts";
import { RATING_DUE, SKEW_MS } from "./window.ts";

/** Maximum length of a stored comment, characters; the message itself is not shortened. */
const MAX_COMMENT = 4096;

/** Opens the window in which the next text is the comment of a rating (docs/rules/ratings.md#comment). */
export function openComment(unit: TenantUnit, trackingId: number): void {
  execute(unit.db, sql.openComment, { periodId: trackingId, now: unit.now });
  unit.scheduleWake(RATING_DUE, unit.now + sql.COMMENT_MS);
}

/** Ends the comment windows of a contact whose next ticket begins, without a completion text. */
export const endCommentsOfContact = (unit: TenantUnit, contactId: number): void =>
  void execute(unit.db, sql.endCommentsOfContact, { contactId, now: unit.now });

/**
 * Handles a text within the comment window (docs/rules/ratings.md#comment): it is stored as the comment, in the closed
 * ticket, and the completion text follows. A comment that was written in time but delivered late counts, too.
 */
export function claimComment(unit: TenantUnit, reply: Reply): ClaimedReply | undefined {
  const { contact, connectionId, at, text } = reply;
  if (contact.isGroup || text === null || text.trim() === "") return undefined;
  if (runningTicket(unit.db, contact.id, connectionId)) return undefined;
  const ticket = lastClosedTicket(unit.db, contact.id, connectionId);
  const row = ticket && queryOne(unit.db, sql.lastRated, { ticketId: ticket.id });
  if (!row || row.askedAt === null || row.isCommented === 1) return undefined;
  const until = row.askedAt + sql.COMMENT_MS;
  if (at > until || at < row.askedAt - SKEW_MS) return undefined;
  const isLate = row.endedAt !== null;
  if (isLate && row.endedAt !== until) return undefined;
  return { ticket, stored: (message) => storeComment(unit, ticket, { id: row.id, message, isLate }) };
}

interface Comment {
  readonly id: number;
  readonly message: Message;
  /** True when the window has expired and the completion text was sent. */
  readonly isLate: boolean;
}

function storeComment(unit: TenantUnit, { id: ticketId }: Ticket, { id, message, isLate }: Comment): void {
  const rated = queryOne(unit.db, sql.storeComment, {
    id,
    comment: message.body.slice(0, MAX_COMMENT),
    messageId: message.id,
    now: unit.now,
  });
  if (rated) unit.emit(RatingCommented, { ticketId, rate: rated.rate });
  const ticket = storedTicket(unit.db, ticketId);
  recordTicketEvent(unit, "rating_comment", ticket, ticket, null, { messageId: message.id });
  if (!isLate) sayCompletion(unit, ticket);
}
