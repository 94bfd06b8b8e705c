import type { RatingScale } from "#inbox/tickets/rating-scales/contract.ts";
import { type Tracking, ticketTracking } from "#inbox/tickets/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import type { EventRow } from "./history.ts";

const { columns, read } = rowReader(ticketTracking);
export const readTracking = read;

/** docs/rules/general.md#paging: a list without pages has at most 2,000 rows. */
export const eventsOfTicket = query<
  { ticketId: number },
  EventRow
>(`SELECT e.id, e.at, e.kind, e.user_id, u.name AS user_name, e.from_state, e.to_state
  FROM ticket_event e LEFT JOIN user u ON u.id = e.user_id WHERE e.ticket_id = :ticketId ORDER BY e.id LIMIT 2000`);
export const insertEvent = query<{
  ticketId: number;
  now: number;
  kind: string;
  userId: number | null;
  fromState: string;
  toState: string;
}>(`INSERT INTO ticket_event (ticket_id, at, kind, user_id, from_state, to_state)
  VALUES (:ticketId, :now, :kind, :userId, :fromState, :toState)`);
export const countTransfer = query<{ ticketId: number }>(
  "UPDATE ticket_period SET transfers = transfers + 1 WHERE ticket_id = :ticketId AND finished_at IS NULL",
);
export const runningTracking = query<{ ticketId: number }, Tracking>(
  `SELECT ${columns} FROM ticket_period WHERE ticket_id = :ticketId AND finished_at IS NULL`,
);
export const trackingById = query<{ id: number }, Tracking>(
  `SELECT ${columns} FROM ticket_period WHERE id = :id`,
);
export const start = query<{
  ticketId: number;
  userId: number | null;
  queueId: number | null;
  connectionId: number;
  createdAt: number;
  now: number | null;
  startedAt: number | null;
}>(`INSERT INTO ticket_period (ticket_id, user_id, queue_id, connection_id, created_at, queued_at, started_at)
  VALUES (:ticketId, :userId, :queueId, :connectionId, :createdAt, :now, :startedAt)`);
export const move = query<{
  userId: number | null;
  queueId: number | null;
  connectionId: number;
  queuedAt: number | null;
  startedAt: number | null;
  ticketId: number;
}>(`UPDATE ticket_period SET user_id = :userId, queue_id = :queueId, connection_id = :connectionId, queued_at = coalesce(:queuedAt, queued_at),
  started_at = :startedAt WHERE ticket_id = :ticketId AND finished_at IS NULL`);
export const awaitsFirstResponse = query<{ ticketId: number }, { id: number }>(
  `SELECT id FROM ticket_period WHERE ticket_id = :ticketId AND finished_at IS NULL
  AND first_response_at IS NULL AND started_at IS NOT NULL`,
);
export const moveFirstResponse = query<{ id: number; fromMs: number; toMs: number | null }>(
  "UPDATE ticket_period SET first_response_at = :toMs WHERE id = :id AND first_response_at = :fromMs",
);
export const setFirstResponse = query<{
  now: number;
  ticketId: number;
}>(`UPDATE ticket_period SET first_response_at = :now WHERE ticket_id = :ticketId AND finished_at IS NULL
  AND first_response_at IS NULL AND started_at IS NOT NULL`);
export const finish = query<{
  now: number;
  ticketId: number;
  resolutionId: number | null;
  resolutionNote: string | null;
  closeReason: string;
  closedBy: number | null;
}>(`UPDATE ticket_period SET finished_at = :now, resolution_id = :resolutionId, resolution_note = :resolutionNote,
  close_reason = :closeReason, closed_by = :closedBy
  WHERE ticket_id = :ticketId AND finished_at IS NULL`);
export const resume = query<{ id: number }>(
  `UPDATE ticket_period SET finished_at = NULL, resolution_id = NULL, resolution_note = NULL, close_reason = NULL,
  closed_by = NULL, messages_in = NULL, messages_out = NULL WHERE id = :id`,
);
/** Maximum number of messages counted per attendance; older ones are not counted, so that a close takes little time. */
const MOST_COUNTED = 10_000;
export const countMessages = query<{ id: number }>(
  `UPDATE ticket_period SET (messages_in, messages_out) =
    (SELECT count(*) FILTER (WHERE m.from_me = 0), count(*) FILTER (WHERE m.from_me = 1)
    FROM (SELECT from_me, created_at FROM message INDEXED BY message_ticket
      WHERE ticket_id = ticket_period.ticket_id ORDER BY place DESC LIMIT ${MOST_COUNTED}) m
    WHERE m.created_at >= ticket_period.created_at AND m.created_at <= ticket_period.finished_at)
  WHERE id = :id AND finished_at IS NOT NULL`,
);
/** Newest first, because reports usually show the newest attendances. */
export const uncounted = query<{ limit: number }, { id: number }>(
  `SELECT id FROM ticket_period INDEXED BY ticket_period_uncounted
  WHERE finished_at IS NOT NULL AND messages_in IS NULL ORDER BY id DESC LIMIT :limit`,
);
export const requestRating = query<{ now: number; id: number; scale: RatingScale }>(
  "UPDATE ticket_period SET rating_at = :now, rating_scale = :scale WHERE id = :id",
);
export const endRating = query<{ ratingEndedAt: number; id: number }>(
  "UPDATE ticket_period SET rating_ended_at = :ratingEndedAt WHERE id = :id AND rating_ended_at IS NULL",
);
export const endRatingsOfContact = query<{
  now: number;
  contactId: number;
}>(`UPDATE ticket_period SET rating_ended_at = :now WHERE rating_at IS NOT NULL
  AND rating_ended_at IS NULL AND ticket_id IN (SELECT id FROM ticket WHERE contact_id = :contactId)`);
export const countHint = query<{ id: number }>(
  "UPDATE ticket_period SET rating_hints = rating_hints + 1 WHERE id = :id",
);
export const markRated = query<{ now: number; id: number }>(
  "UPDATE ticket_period SET rated = 1, rating_ended_at = coalesce(rating_ended_at, :now) WHERE id = :id",
);
