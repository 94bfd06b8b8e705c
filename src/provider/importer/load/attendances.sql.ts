import { query } from "#platform/db/query.ts";
import type { TicketRow } from "./attendances.ts";

export const ticketOf = query<
  { id: number },
  TicketRow
>(`SELECT id, status, queue_id AS queueId, user_id AS userId, connection_id AS connectionId,
  closed_at AS closedAt, created_at AS createdAt FROM ticket WHERE id = :id`);
export const insert = query<
  Record<"ticketId" | "connectionId" | "createdAt", number> &
    Record<"userId" | "queueId" | "queuedAt" | "chatbotAt" | "startedAt", number | null> &
    Record<"finishedAt" | "ratingEndedAt", number | null>
>(`INSERT INTO ticket_period (ticket_id, user_id, queue_id, connection_id, created_at, queued_at, chatbot_at,
    started_at, finished_at, rating_ended_at) VALUES (:ticketId, :userId, :queueId, :connectionId, :createdAt,
    :queuedAt, :chatbotAt, :startedAt, :finishedAt, :ratingEndedAt)`);
export const update = query<
  Record<"userId" | "queuedAt" | "startedAt" | "finishedAt" | "ratingEndedAt", number | null> &
    Record<"id", number>
>(`UPDATE ticket_period SET user_id = :userId, queued_at = :queuedAt, started_at = :startedAt,
    finished_at = :finishedAt, rating_ended_at = :ratingEndedAt
  WHERE id = :id`);
export const otherRunningPeriod = query<{ ticketId: number; otherThan: number }, unknown>(
  "SELECT id FROM ticket_period WHERE ticket_id = :ticketId AND finished_at IS NULL AND id <> :otherThan",
);
export const byId = query<{ id: number }, unknown>(
  "SELECT created_at AS createdAt FROM ticket_period WHERE id = :id",
);
export const ticketsWithoutPeriod = query<
  { source: string; after: string },
  TicketRow & Record<"externalId", string>
>(`SELECT r.external_id AS externalId, t.id, t.status, t.queue_id AS queueId, t.user_id AS userId,
    t.connection_id AS connectionId,
    t.closed_at AS closedAt, t.created_at AS createdAt
  FROM import_reference r JOIN ticket t ON t.id = r.id
  WHERE r.source = :source AND r.kind = 'Tickets' AND r.external_id > :after
    AND NOT EXISTS (SELECT 1 FROM ticket_period k WHERE k.ticket_id = t.id
      AND (t.status = 'closed' OR k.finished_at IS NULL))
  ORDER BY r.external_id LIMIT 500`);
export const endPeriods = query<{
  endedAt: number;
  ticketId: number;
}>(`UPDATE ticket_period SET finished_at = max(coalesce(started_at, created_at), :endedAt), rating_ended_at = :endedAt
  WHERE ticket_id = :ticketId AND finished_at IS NULL`);
export const openPeriodsOfClosedTickets = query<
  Record<never, never>,
  { id: number; closedAt: number | null }
>(`SELECT t.id, t.closed_at AS closedAt FROM ticket_period k JOIN ticket t ON t.id = k.ticket_id
  WHERE k.finished_at IS NULL AND t.status = 'closed'`);
export const ratedPeriod = query<
  { ticketId: number; createdAt: number },
  { id: number; userId: number | null }
>(`SELECT id, user_id AS userId FROM ticket_period WHERE ticket_id = :ticketId AND finished_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM user_rating u WHERE u.period_id = ticket_period.id)
  ORDER BY created_at > :createdAt, abs(finished_at - :createdAt), id LIMIT 1`);
export const insertRating = query<Record<"periodId" | "ticketId" | "userId" | "rate" | "createdAt", number>>(
  `INSERT INTO user_rating (period_id, ticket_id, user_id, scale, rate, created_at) VALUES (:periodId, :ticketId,
    :userId, 'five', :rate, :createdAt)`,
);
export const markRated = query<{ id: number }>("UPDATE ticket_period SET rated = 1 WHERE id = :id");
