import { setting } from "#accounts/settings/index.ts";
import type { ClaimedReply, Reply } from "#inbox/messages/index.ts";
import {
  countRatingHint,
  lastClosedTicket,
  markRated,
  markRatingEnded,
  recordTicketEvent,
  runningTicket,
  storedTicket,
} from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { openComment } from "./comment.ts";
import { TicketRated } from "./events.ts";
import * as sql from "./ratings.sql.ts";
import { asksComment, isFarewell, rateOf } from "./reply-words.ts";
import { askForReason, sayCompletion, sayHint } from "./texts.ts";
import { type RatingWindow, windowOf } from "./window.ts";

/** A goodbye within this time after the close does not open a new ticket, ms (docs/rules/ratings.md#answers). */
const GRACE_MS = 5 * 60_000;

/**
 * Handles a message within the rating window (docs/rules/ratings.md#answers): stores a rating, and answers the first reply that is
 * not a rating with a hint how to rate. A second other reply, or a file, ends the window and is handled as a normal message.
 */
export function claimRating(unit: TenantUnit, reply: Reply): ClaimedReply | undefined {
  const { contact, connectionId, at, text } = reply;
  if (contact.isGroup) return undefined;
  const window = windowOf(unit, { contactId: contact.id, connectionId, at });
  if (!window) return undefined;
  const rate = text === null ? undefined : rateOf(text, window.scale);
  if (rate !== undefined) return { ticket: window.ticket, stored: () => storeRating(unit, window, rate) };
  if (window.late) return undefined;
  if (text === null || window.hints > 0) {
    markRatingEnded(unit, window.trackingId, unit.now);
    return undefined;
  }
  return { ticket: window.ticket, stored: () => giveHint(unit, window) };
}

function storeRating(unit: TenantUnit, window: RatingWindow, rate: number): void {
  const { trackingId, ticket, userId, scale, late } = window;
  if (
    execute(unit.db, sql.insertRating, {
      periodId: trackingId,
      ticketId: ticket.id,
      userId,
      scale,
      rate,
      now: unit.now,
    }).changes === 0
  )
    return;
  markRated(unit, trackingId);
  const now = storedTicket(unit.db, ticket.id);
  recordTicketEvent(unit, "rated", now, now, null, { rate, scale, userId });
  unit.emit(TicketRated, { ticketId: ticket.id, userId, scale, rate });
  if (late) return;
  const isAsked = asksComment(scale, rate, setting(unit.tenant, "ratingComment")) && askForReason(unit, now);
  if (isAsked) openComment(unit, trackingId);
  else sayCompletion(unit, now);
}

function giveHint(unit: TenantUnit, { trackingId, ticket, scale }: RatingWindow): void {
  countRatingHint(unit, trackingId);
  sayHint(unit, ticket, scale);
}

/**
 * Stores a goodbye or a sticker that follows soon after the close, or after the rating, in the closed ticket
 * (docs/rules/tickets.md#find-or-create, docs/rules/ratings.md#answers).
 */
export function claimFarewell(unit: TenantUnit, reply: Reply): ClaimedReply | undefined {
  const { contact, connectionId, at, text, sticker } = reply;
  if (!sticker && (text === null || !isFarewell(text))) return undefined;
  if (runningTicket(unit.db, contact.id, connectionId)) return undefined;
  const ticket = lastClosedTicket(unit.db, contact.id, connectionId);
  // Tickets without a real close (from the phone, imported, or merged into another ticket) expect no goodbye.
  const { closeReason } = ticket ?? {};
  if (!ticket || !closeReason || closeReason === "merged" || closeReason === "import") return undefined;
  const ratedAt = queryOne(unit.db, sql.lastRatedAt, { ticketId: ticket.id })?.at ?? 0;
  return at - Math.max(ticket.closedAt ?? 0, ratedAt) <= GRACE_MS ? { ticket } : undefined;
}
