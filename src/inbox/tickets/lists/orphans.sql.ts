import { query } from "#platform/db/query.ts";
import { type Condition, statement } from "./conditions.ts";

type None = Record<never, never>;

/** Tickets that have waited since `before` (ms) without owner; `online` is a JSON list of users. */
const orphans =
  (online: string, before: number): Condition =>
  (bind) =>
    `SELECT t.id AS id, t.updated_at AS updated_at, r.id AS attendance,
    coalesce(r.queued_at, r.created_at) AS since
  FROM ticket t INDEXED BY ticket_list JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
  WHERE t.status = 'pending' AND coalesce(r.queued_at, r.created_at) <= ${bind(before)}
    AND (t.queue_id IS NULL OR (t.user_distributed IS NULL AND NOT EXISTS (
      SELECT 1 FROM user_queue uq JOIN user u ON u.id = uq.user_id
      WHERE uq.queue_id = t.queue_id AND u.deleted_at IS NULL AND u.away = 0
        AND u.id IN (SELECT value FROM json_each(${bind(online)})))))`;

export const newestOrphans =
  (online: string, before: number, limit: number): Condition =>
  (bind) =>
    `SELECT id, updated_at, NULL AS matches FROM (${orphans(online, before)(bind)})
  ORDER BY updated_at DESC, id DESC LIMIT ${bind(limit)}`;
export const orphansToNotify = (online: string, before: number, limit: number) =>
  statement<{ id: number; attendance: number }>(
    (bind) => `SELECT id, attendance FROM (${orphans(online, before)(bind)})
  WHERE NOT EXISTS (SELECT 1 FROM notice WHERE key = 'orphan:' || attendance) ORDER BY since LIMIT ${bind(limit)}`,
  );
export const nextOrphan = query<None, { since: number | null }>(
  `SELECT min(coalesce(r.queued_at, r.created_at)) AS since
  FROM ticket t JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
  WHERE t.status = 'pending' AND NOT EXISTS (SELECT 1 FROM notice WHERE key = 'orphan:' || r.id)`,
);
export const users = query<None, { id: number }>("SELECT id FROM user WHERE deleted_at IS NULL");
