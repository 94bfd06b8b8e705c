import { query } from "#platform/db/query.ts";
import type { NotificationRow } from "./schema.ts";

const COLUMNS = `id, user_id AS userId, kind, ticket_id AS ticketId, subject_id AS subjectId,
  by_user_id AS byUserId, details, created_at AS createdAt, read_at AS readAt`;

/** A row with the name of the user who caused it. */
export interface NamedRow extends NotificationRow {
  readonly byName: string | null;
}

export const insert = query<
  Record<"userId" | "now", number> &
    Record<"kind" | "details", string> &
    Record<"ticketId" | "subjectId" | "byUserId", number | null>,
  NotificationRow
>(`INSERT INTO notification (user_id, kind, ticket_id, subject_id, by_user_id, details, created_at)
  SELECT id, :kind, :ticketId, :subjectId, :byUserId, :details, :now FROM user
    WHERE id = :userId AND deleted_at IS NULL
  RETURNING ${COLUMNS}`);
export const page = query<
  Record<"userId" | "onlyUnread" | "limit" | "offset", number>,
  NamedRow
>(`SELECT ${COLUMNS}, (SELECT name FROM user u WHERE u.id = by_user_id) AS byName FROM notification
  WHERE user_id = :userId AND (:onlyUnread = 0 OR read_at IS NULL)
  ORDER BY id DESC LIMIT :limit OFFSET :offset`);
export const count = query<{ userId: number }, { n: number }>(
  "SELECT count(*) AS n FROM notification WHERE user_id = :userId",
);
export const countUnread = query<{ userId: number }, { n: number }>(
  "SELECT count(*) AS n FROM notification INDEXED BY notification_unread WHERE user_id = :userId AND read_at IS NULL",
);
export const nameOfUser = query<{ id: number }, { name: string }>("SELECT name FROM user WHERE id = :id");
export const readSome = query<{ userId: number; ids: string; now: number }, { id: number }>(
  `UPDATE notification SET read_at = :now WHERE user_id = :userId AND read_at IS NULL
    AND id IN (SELECT value FROM json_each(:ids)) RETURNING id`,
);
export const readAll = query<{ userId: number; now: number }>(
  "UPDATE notification SET read_at = :now WHERE user_id = :userId AND read_at IS NULL",
);
export const unreadOfTicket = query<{ userId: number; ticketId: number }, { id: number }>(
  "SELECT id FROM notification WHERE user_id = :userId AND ticket_id = :ticketId AND read_at IS NULL",
);
export const withdraw = query<
  { kind: string; subjectId: number; ticketId: number | null; userId: number },
  { id: number }
>(`DELETE FROM notification WHERE user_id = :userId AND read_at IS NULL AND kind = :kind
    AND subject_id = :subjectId AND ticket_id IS :ticketId RETURNING id`);
export const deleteOfTicket = query<{ ticketId: number }, { id: number; userId: number }>(
  "DELETE FROM notification WHERE ticket_id = :ticketId RETURNING id, user_id AS userId",
);
export const deleteOfUser = query<{ userId: number }>("DELETE FROM notification WHERE user_id = :userId");
export const deleteOld = query<{ before: number; limit: number }, { id: number; userId: number }>(
  `DELETE FROM notification WHERE id IN
    (SELECT id FROM notification WHERE created_at < :before ORDER BY created_at LIMIT :limit)
   RETURNING id, user_id AS userId`,
);
export const oldest = query<Record<never, never>, { at: number | null }>(
  "SELECT min(created_at) AS at FROM notification",
);
