import { lastClosedTicket, markRatingRequested, runningTicket, type Ticket } from "#inbox/tickets/index.ts";
import { one } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Name under which companies with open windows stand in the list of due work. */
export const RATING_DUE = "rating_window";
/** Clocks of the network and ours differ: what was written this long before the question may still be its answer. */
const SKEW_MS = 2 * 60_000;
const MINUTE_MS = 60_000;

interface Row {
  readonly trackingId: number;
  readonly userId: number | null;
  readonly ratingAt: number | null;
  readonly endedAt: number | null;
  readonly rated: number;
  readonly hints: number;
  readonly minutes: number;
}
const LAST = `SELECT r.id AS trackingId, r.user_id AS userId, r.rating_at AS ratingAt, r.rating_ended_at AS endedAt,
    r.rated, r.rating_hints AS hints, w.rating_timeout_minutes AS minutes
  FROM ticket_period r JOIN connection w ON w.id = r.connection_id
  WHERE r.ticket_id = ? ORDER BY r.id DESC LIMIT 1`;
const MINUTES = "SELECT rating_timeout_minutes AS minutes FROM connection WHERE id = ?";

/** The question how an attendance was, as long as it can be answered. */
export interface RatingWindow {
  readonly trackingId: number;
  /** The attendant who is rated. */
  readonly userId: number;
  readonly ticket: Ticket;
  /** Answers that were none. */
  readonly hints: number;
  /** Its time is over and the customer was told so: only an answer that was late on its way still counts. */
  readonly late: boolean;
}

/** The customer is asked from now on. */
export function openWindow(unit: TenantUnit, trackingId: number, connectionId: number): void {
  markRatingRequested(unit, trackingId);
  const minutes = one<{ minutes: number }>(unit.db, MINUTES, connectionId)?.minutes ?? 0;
  unit.scheduleWake(RATING_DUE, unit.now + minutes * MINUTE_MS);
}

/**
 * The window a reply of this moment falls into, judged by its own time (docs/rules/inbound.md#journal-and-chat-order,
 * docs/rules/ratings.md#answers).
 */
export function windowOf(
  unit: TenantUnit,
  reply: { readonly contactId: number; readonly connectionId: number; readonly at: number },
): RatingWindow | undefined {
  const { contactId, connectionId, at } = reply;
  if (runningTicket(unit.db, contactId, connectionId)) return undefined;
  const ticket = lastClosedTicket(unit.db, contactId, connectionId);
  const row = ticket && one<Row>(unit.db, LAST, ticket.id);
  if (!row || row.ratingAt === null || row.userId === null || row.rated === 1) return undefined;
  const until = row.ratingAt + row.minutes * MINUTE_MS;
  if (at > until || at < row.ratingAt - SKEW_MS) return undefined;
  const late = row.endedAt !== null;
  if (late && row.endedAt !== until) return undefined;
  return { trackingId: row.trackingId, userId: row.userId, ticket, hints: row.hints, late };
}
