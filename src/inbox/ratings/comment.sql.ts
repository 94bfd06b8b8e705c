import { query } from "#platform/db/query.ts";

/** Length of the comment window: the next text within it is the comment (docs/rules/ratings.md#comment), ms. */
export const COMMENT_MS = 10 * 60_000;
/** Rows per company and run: docs/rules/jobs.md#periods. */
const LIMIT = 200;
const OPEN = "g.comment_asked_at IS NOT NULL AND g.comment_ended_at IS NULL";

export const openComment = query<{ periodId: number; now: number }>(
  "UPDATE user_rating SET comment_asked_at = :now WHERE period_id = :periodId",
);
export const lastRated = query<
  { ticketId: number },
  { id: number; askedAt: number | null; endedAt: number | null; isCommented: number }
>(`SELECT id, comment_asked_at AS askedAt, comment_ended_at AS endedAt, comment IS NOT NULL AS isCommented
  FROM user_rating WHERE period_id = (SELECT max(id) FROM ticket_period WHERE ticket_id = :ticketId)`);
export const storeComment = query<
  { id: number; comment: string; messageId: number; now: number },
  { rate: number }
>(
  `UPDATE user_rating SET comment = :comment, comment_message_id = :messageId,
    comment_ended_at = coalesce(comment_ended_at, :now) WHERE id = :id RETURNING rate`,
);
export const endCommentsOfContact = query<{ contactId: number; now: number }>(
  `UPDATE user_rating AS g SET comment_ended_at = :now
  WHERE ${OPEN} AND ticket_id IN (SELECT id FROM ticket WHERE contact_id = :contactId)`,
);
export const endedComments = query<
  { before: number },
  { id: number; ticketId: number; askedAt: number }
>(`SELECT g.id, g.ticket_id AS ticketId, g.comment_asked_at AS askedAt FROM user_rating g INDEXED BY user_rating_asked
  WHERE ${OPEN} AND g.comment_asked_at <= :before ORDER BY g.comment_asked_at LIMIT ${LIMIT}`);
export const endComment = query<{ id: number; at: number }>(
  "UPDATE user_rating SET comment_ended_at = :at WHERE id = :id",
);
export const firstAsked = query<Record<never, never>, { at: number | null }>(
  `SELECT min(g.comment_asked_at) AS at FROM user_rating g INDEXED BY user_rating_asked WHERE ${OPEN}`,
);
