import type { RatingScale } from "#inbox/tickets/contract.ts";
import { query } from "#platform/db/query.ts";

interface Row {
  readonly trackingId: number;
  readonly userId: number | null;
  readonly scale: RatingScale | null;
  readonly ratingAt: number | null;
  readonly endedAt: number | null;
  readonly rated: number;
  readonly hints: number;
  readonly minutes: number;
}

/** Rows per company and run: docs/rules/jobs.md#periods. */
const LIMIT = 200;
const UNTIL = "r.rating_at + w.rating_timeout_minutes * 60000";
interface Ended {
  readonly id: number;
  readonly ticketId: number;
  readonly askedAt: number;
  readonly hints: number;
  readonly until: number;
}

export const insertRating = query<{
  periodId: number;
  ticketId: number;
  userId: number;
  scale: RatingScale;
  rate: number;
  now: number;
}>(`INSERT INTO user_rating (period_id, ticket_id, user_id, scale, rate, created_at)
  VALUES (:periodId, :ticketId, :userId, :scale, :rate, :now)
  ON CONFLICT (period_id) DO NOTHING`);
export const lastRatedAt = query<
  { ticketId: number },
  { at: number }
>(`SELECT max(created_at, coalesce(comment_ended_at, 0)) AS at FROM user_rating
  WHERE period_id = (SELECT max(id) FROM ticket_period WHERE ticket_id = :ticketId)`);
export const endedWindows = query<
  { now: number },
  Ended
>(`SELECT r.id, r.ticket_id AS ticketId, r.rating_at AS askedAt, r.rating_hints AS hints, ${UNTIL} AS until
  FROM ticket_period r INDEXED BY ticket_period_rating JOIN connection w ON w.id = r.connection_id
  WHERE r.rating_at IS NOT NULL AND r.rating_ended_at IS NULL AND ${UNTIL} <= :now ORDER BY r.rating_at LIMIT ${LIMIT}`);
export const nextEnd = query<Record<never, never>, { at: number | null }>(`SELECT min(${UNTIL}) AS at
  FROM ticket_period r INDEXED BY ticket_period_rating JOIN connection w ON w.id = r.connection_id
  WHERE r.rating_at IS NOT NULL AND r.rating_ended_at IS NULL`);
export const timeoutMinutes = query<{ id: number }, { minutes: number }>(
  "SELECT rating_timeout_minutes AS minutes FROM connection WHERE id = :id",
);
export const lastRequest = query<
  { ticketId: number },
  Row
>(`SELECT r.id AS trackingId, r.user_id AS userId, r.rating_scale AS scale, r.rating_at AS ratingAt, r.rating_ended_at AS endedAt,
    r.rated, r.rating_hints AS hints, w.rating_timeout_minutes AS minutes
  FROM ticket_period r JOIN connection w ON w.id = r.connection_id
  WHERE r.ticket_id = :ticketId ORDER BY r.id DESC LIMIT 1`);
type Origin = { connectionId: number; queueId: number | null };
export const completionText = query<
  Origin,
  { text: string }
>(`SELECT coalesce(nullif(trim(q.completion_message), ''), w.completion_message) AS text
  FROM connection w LEFT JOIN queue q ON q.id = :queueId WHERE w.id = :connectionId`);
export const ratingText = query<
  Origin,
  { text: string }
>(`SELECT coalesce(nullif(trim(q.rating_message), ''), w.rating_message) AS text
  FROM connection w LEFT JOIN queue q ON q.id = :queueId WHERE w.id = :connectionId`);
export const inactivityText = query<{ connectionId: number }, { text: string }>(
  "SELECT expires_inactive_message AS text FROM connection WHERE id = :connectionId",
);
