import { query } from "#platform/db/query.ts";
import type { SpanKind } from "./schema.ts";

export const DAY_MS = 24 * 60 * 60_000;

export interface OpenSpan {
  readonly id: number;
  readonly kind: SpanKind;
  readonly reasonId: number | null;
  readonly startedAt: number;
  readonly seenAt: number;
}
export const openSpans = query<{ userId: number }, OpenSpan>(
  `SELECT id, kind, reason_id AS reasonId, started_at AS startedAt, seen_at AS seenAt
  FROM presence_span INDEXED BY presence_span_open WHERE user_id = :userId AND ended_at IS NULL`,
);
export const begin = query<{ userId: number; kind: SpanKind; reasonId: number | null; now: number }>(
  `INSERT INTO presence_span (user_id, kind, reason_id, started_at, seen_at)
  VALUES (:userId, :kind, :reasonId, :now, :now)`,
);
export const touch = query<{ id: number; now: number }>(
  "UPDATE presence_span SET seen_at = max(seen_at, :now) WHERE id = :id",
);
export const end = query<{ id: number; at: number }>(
  "UPDATE presence_span SET ended_at = max(started_at, :at) WHERE id = :id",
);
export const endAll = query<Record<never, never>>(
  "UPDATE presence_span SET ended_at = seen_at WHERE ended_at IS NULL",
);
export const deleteOfUser = query<{ userId: number }>("DELETE FROM presence_span WHERE user_id = :userId");
export const deleteOld = query<{ before: number; limit: number }>(
  `DELETE FROM presence_span WHERE id IN (SELECT id FROM presence_span
    WHERE started_at < :before ORDER BY started_at LIMIT :limit)`,
);
export const oldest = query<Record<never, never>, { at: number | null }>(
  "SELECT min(started_at) AS at FROM presence_span",
);

/** Whether a user is away, and why; no row for deleted and hidden users. */
export const pauseOf = query<{ userId: number }, { away: number; reasonId: number | null }>(
  "SELECT away, pause_reason_id AS reasonId FROM user WHERE id = :userId AND deleted_at IS NULL",
);
export const pausedWith = query<{ reasonId: number }, { id: number }>(
  "SELECT id FROM user WHERE pause_reason_id = :reasonId AND away = 1 AND deleted_at IS NULL",
);

// A span lasts at most a day, so one that started more than a day before the period cannot overlap it.
const REACHES = `s.started_at >= :from - ${DAY_MS} AND s.started_at < :to AND coalesce(s.ended_at, s.seen_at) > :from`;
interface Total {
  readonly userId: number;
  readonly kind: SpanKind;
  readonly reasonId: number | null;
  readonly ms: number;
}
/** Sums of a period in ms; `:to` is excluded. `:userIds` is a JSON list. */
export const totals = query<{ from: number; to: number; userIds: string }, Total>(
  `SELECT s.user_id AS userId, s.kind, s.reason_id AS reasonId,
    sum(min(coalesce(s.ended_at, s.seen_at), :to) - max(s.started_at, :from)) AS ms
  FROM presence_span s INDEXED BY presence_span_sums
  WHERE ${REACHES} AND s.user_id IN (SELECT value FROM json_each(:userIds)) GROUP BY 1, 2, 3`,
);
export interface Span {
  readonly kind: SpanKind;
  readonly reasonId: number | null;
  readonly from: number;
  readonly to: number;
}
/** The spans of a user that overlap the period, clipped to it. */
export const spansOfUser = query<{ from: number; to: number; userId: number }, Span>(
  `SELECT s.kind, s.reason_id AS reasonId, max(s.started_at, :from) AS "from",
    min(coalesce(s.ended_at, s.seen_at), :to) AS "to"
  FROM presence_span s INDEXED BY presence_span_user WHERE s.user_id = :userId AND ${REACHES} ORDER BY s.started_at`,
);

/** The users whose working times a person may read: all, or the person and the users of these queues (JSON list). */
export const readableUsers = query<
  { all: number; self: number; queueIds: string },
  { id: number; name: string }
>(
  `SELECT u.id, u.name FROM user u WHERE u.deleted_at IS NULL AND (:all = 1 OR u.id = :self OR EXISTS (SELECT 1
    FROM user_queue q WHERE q.user_id = u.id AND q.queue_id IN (SELECT value FROM json_each(:queueIds))))
  ORDER BY u.name COLLATE NOCASE, u.id`,
);
