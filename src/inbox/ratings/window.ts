import type { RatingScale } from "#inbox/tickets/contract.ts";
import { lastClosedTicket, markRatingRequested, runningTicket, type Ticket } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./ratings.sql.ts";

/** Job name in the wake-up schedule of companies with open rating windows. */
export const RATING_DUE = "rating_window";
/**
 * Tolerated clock difference between the network and the server, ms: a reply dated up to this long before the question
 * still counts as an answer to it.
 */
export const SKEW_MS = 2 * 60_000;
const MINUTE_MS = 60_000;

/** A rating request that can still be answered. */
export interface RatingWindow {
  readonly trackingId: number;
  /** The attendant who is rated. */
  readonly userId: number;
  readonly ticket: Ticket;
  /** The scale of the request; the setting may have changed since. */
  readonly scale: RatingScale;
  /** Number of replies that were not a rating. */
  readonly hints: number;
  /**
   * True after the window has expired and the completion text was sent. Then only a rating that was written in time and delivered late
   * counts.
   */
  readonly late: boolean;
}

/** Opens the rating window. */
export function openWindow(
  unit: TenantUnit,
  trackingId: number,
  connectionId: number,
  scale: RatingScale,
): void {
  markRatingRequested(unit, trackingId, scale);
  const minutes = queryOne(unit.db, sql.timeoutMinutes, { id: connectionId })?.minutes ?? 0;
  unit.scheduleWake(RATING_DUE, unit.now + minutes * MINUTE_MS);
}

/**
 * Returns the rating window to which a reply belongs, by the time the reply was written
 * (docs/rules/inbound.md#journal-and-chat-order, docs/rules/ratings.md#answers).
 */
export function windowOf(
  unit: TenantUnit,
  reply: { readonly contactId: number; readonly connectionId: number; readonly at: number },
): RatingWindow | undefined {
  const { contactId, connectionId, at } = reply;
  if (runningTicket(unit.db, contactId, connectionId)) return undefined;
  const ticket = lastClosedTicket(unit.db, contactId, connectionId);
  const row = ticket && queryOne(unit.db, sql.lastRequest, { ticketId: ticket.id });
  if (!row || row.ratingAt === null || row.userId === null || row.rated === 1) return undefined;
  const until = row.ratingAt + row.minutes * MINUTE_MS;
  if (at > until || at < row.ratingAt - SKEW_MS) return undefined;
  const late = row.endedAt !== null;
  if (late && row.endedAt !== until) return undefined;
  const { trackingId, userId, hints } = row;
  return { trackingId, userId, ticket, scale: row.scale ?? "three", hints, late };
}
