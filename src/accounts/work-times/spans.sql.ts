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

/**
 * No span lasts longer, ms: it ends at the first sign of life after a day, which is at most 3 minutes later. Only spans that started
 * less than this before a boundary of the period can reach across it.
 */
const LONGEST_MS = DAY_MS + 60 * 60_000;
const END = "coalesce(s.ended_at, s.seen_at)";
const CLIPPED = `min(${END}, :to) - max(s.started_at, :from)`;

interface Total {
  readonly userId: number;
  readonly kind: SpanKind;
  readonly reasonId: number | null;
  /** null = no span. */
  readonly ms: number | null;
}
const sumOf = (ms: string, range: string): string => `SELECT sum(${ms}) AS ms
  FROM presence_span s INDEXED BY presence_span_sums
  WHERE s.user_id = u.value AND s.kind = k.kind AND s.reason_id IS k.reasonId AND ${range}`;
/**
 * Sums of a period in ms, for each user, kind and reason; `:to` is excluded. `:userIds` is a JSON list. Only pauses have reasons.
 * Each sum reads one range of the index, and clips only the few spans at the ends of the period: half the time of a GROUP BY.
 */
export const totals = query<{ from: number; to: number; userIds: string }, Total>(
  `SELECT u.value AS userId, k.kind, k.reasonId, (SELECT sum(ms) FROM (
    ${sumOf(CLIPPED, `s.started_at > :from - ${LONGEST_MS} AND s.started_at <= :from AND ${END} > :from`)}
    UNION ALL
    ${sumOf(`${END} - s.started_at`, `s.started_at > :from AND s.started_at <= :to - ${LONGEST_MS}`)}
    UNION ALL
    ${sumOf(CLIPPED, `s.started_at > max(:from, :to - ${LONGEST_MS}) AND s.started_at < :to`)})) AS ms
  FROM json_each(:userIds) u CROSS JOIN (SELECT 'online' AS kind, NULL AS reasonId UNION ALL SELECT 'serving', NULL
    UNION ALL SELECT 'paused', NULL UNION ALL SELECT 'paused', id FROM pause_reason) k`,
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
    min(${END}, :to) AS "to"
  FROM presence_span s INDEXED BY presence_span_user
  WHERE s.user_id = :userId AND s.started_at > :from - ${LONGEST_MS} AND s.started_at < :to AND ${END} > :from
  ORDER BY s.started_at`,
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
