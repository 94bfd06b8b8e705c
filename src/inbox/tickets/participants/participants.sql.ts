import { query } from "#platform/db/query.ts";
import type { ParticipantNotify, ParticipantVia } from "./contract.ts";

export interface ParticipantRow {
  readonly userId: number;
  readonly name: string;
  readonly via: ParticipantVia;
  readonly notify: ParticipantNotify;
  readonly addedBy: number | null;
  readonly adderName: string | null;
  readonly addedAt: number;
}

export const ofTicket = query<{ ticketId: number }, ParticipantRow>(
  `SELECT p.user_id AS userId, u.name, p.via, p.notify, p.added_by AS addedBy, a.name AS adderName,
    p.added_at AS addedAt FROM ticket_participant p JOIN user u ON u.id = p.user_id LEFT JOIN user a ON a.id = p.added_by
  WHERE p.ticket_id = :ticketId ORDER BY p.added_at, p.user_id`,
);
export const add = query<
  Record<"ticketId" | "userId" | "now", number> & { via: string; addedBy: number | null }
>(`INSERT INTO ticket_participant (ticket_id, user_id, via, added_by, added_at)
  VALUES (:ticketId, :userId, :via, :addedBy, :now) ON CONFLICT DO NOTHING`);
export const count = query<{ ticketId: number }, { n: number }>(
  "SELECT count(*) AS n FROM ticket_participant WHERE ticket_id = :ticketId",
);
export const setNotify = query<{ ticketId: number; userId: number; notify: string }>(
  "UPDATE ticket_participant SET notify = :notify WHERE ticket_id = :ticketId AND user_id = :userId",
);
export const remove = query<{ ticketId: number; userId: number }>(
  "DELETE FROM ticket_participant WHERE ticket_id = :ticketId AND user_id = :userId",
);
export const removeOfUser = query<{ userId: number }>(
  "DELETE FROM ticket_participant WHERE user_id = :userId",
);
/** Participants who are notified of every note. */
export const followers = query<{ ticketId: number }, { userId: number }>(
  "SELECT user_id AS userId FROM ticket_participant WHERE ticket_id = :ticketId AND notify = 'all'",
);
export const userName = query<{ id: number }, { name: string }>(
  "SELECT name FROM user WHERE id = :id AND deleted_at IS NULL",
);
export const queueName = query<{ id: number }, { name: string }>("SELECT name FROM queue WHERE id = :id");
/** A mention of a queue notifies at most 50 of its members. */
export const membersOf = query<{ queueId: number }, { userId: number }>(
  `SELECT u.id AS userId FROM user_queue q JOIN user u ON u.id = q.user_id
  WHERE q.queue_id = :queueId AND u.deleted_at IS NULL ORDER BY u.name, u.id LIMIT 50`,
);
