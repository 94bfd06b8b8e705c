import { query } from "#platform/db/query.ts";
import type { SlaClock } from "./schema.ts";

/** Rows per page of the clocks behind the figures. */
export const PAGE = 40;

type Span = {
  readonly from: string;
  readonly to: string;
  /** JSON list of queue ids, 0 = without queue; null = all. */
  readonly queues: string | null;
};
const IN_SPAN = "d.day >= :from AND d.day <= :to";

export interface ReportRow {
  readonly day: string;
  readonly policyId: number;
  readonly queueId: number;
  readonly userId: number;
  readonly target: SlaClock["target"];
  readonly met: number;
  readonly missed: number;
  readonly sumMs: number;
}
const SHOWN = `${IN_SPAN} AND d.met + d.missed > 0
  AND (:queues IS NULL OR d.queue_id IN (SELECT value FROM json_each(:queues)))`;
export const report = query<
  Span,
  ReportRow
>(`SELECT d.day, d.policy_id AS policyId, d.queue_id AS queueId, d.user_id AS userId,
  d.target, d.met, d.missed, d.sum_ms AS sumMs FROM sla_daily d
  WHERE ${SHOWN} ORDER BY d.day, d.policy_id, d.queue_id, d.user_id, d.target`);
/** The day of the row that follows this many rows; no row = there are not so many. */
export const dayAfterRows = query<Span & { readonly rows: number }, { day: string }>(
  `SELECT d.day FROM sla_daily d WHERE ${SHOWN} ORDER BY d.day LIMIT 1 OFFSET :rows`,
);

type Counts = Pick<ReportRow, "met" | "missed" | "sumMs">;
export interface CountedRow extends Counts {
  readonly id: number;
  /** First letter of the target, because a number is read in a third of the time of a text. */
  readonly initial: number;
}
const countsBy = (column: string) =>
  query<
    Span,
    CountedRow
  >(`SELECT ${column} AS id, unicode(d.target) AS initial, d.met, d.missed, d.sum_ms AS sumMs
  FROM sla_daily d WHERE ${SHOWN}`);
/** All rows, to be added up by a column: GROUP BY sorts them, which takes longer. */
export const counts = {
  policy: countsBy("d.policy_id"),
  queue: countsBy("d.queue_id"),
  user: countsBy("d.user_id"),
};
/** All rows added up by day. */
export const sumsByDay = query<Span, Counts & Pick<ReportRow, "day" | "target">>(
  `SELECT d.day, d.target, sum(d.met) AS met, sum(d.missed) AS missed, sum(d.sum_ms) AS sumMs
  FROM sla_daily d WHERE ${SHOWN} GROUP BY 1, 2 ORDER BY 1, 2`,
);

export type Named = { readonly id: number; readonly name: string };
/** Names of rows of the report, read once: joined to each row, they took half of the time. Deleted ones are included. */
export const names = {
  policy: query<Record<never, never>, Named>("SELECT id, name FROM sla_policy"),
  queue: query<Record<never, never>, Named>("SELECT id, name FROM queue"),
  user: query<Record<never, never>, Named>("SELECT id, name FROM user"),
};

export interface DrillRow
  extends Pick<
    SlaClock,
    "id" | "ticketId" | "target" | "startedAt" | "dueAt" | "metAt" | "missedAt" | "takenMs"
  > {
  readonly policy: string;
  readonly uuid: string;
  readonly protocol: string;
  readonly contact: string;
  readonly queue: string | null;
  readonly user: string | null;
}
/** The clocks that a figure counts; an absent filter (null) selects all. */
export const clocks = query<
  Span & {
    readonly policyId: number | null;
    readonly queueId: number | null;
    readonly userId: number | null;
    readonly target: string | null;
    readonly isMissed: number | null;
    readonly offset: number;
  },
  DrillRow
>(`SELECT d.id, d.ticket_id AS ticketId, d.target, d.started_at AS startedAt, d.due_at AS dueAt, d.met_at AS metAt,
  d.missed_at AS missedAt, d.taken_ms AS takenMs, p.name AS policy, t.uuid, t.protocol, c.name AS contact, q.name AS queue,
  u.name AS user
  FROM sla_clock d INDEXED BY sla_clock_day JOIN sla_policy p ON p.id = d.policy_id JOIN ticket t ON t.id = d.ticket_id
  JOIN contact c ON c.id = t.contact_id LEFT JOIN queue q ON q.id = d.queue_id LEFT JOIN user u ON u.id = d.user_id
  WHERE d.day IS NOT NULL AND ${IN_SPAN}
    AND (:queues IS NULL OR coalesce(d.queue_id, 0) IN (SELECT value FROM json_each(:queues)))
    AND (:policyId IS NULL OR d.policy_id = :policyId) AND (:queueId IS NULL OR coalesce(d.queue_id, 0) = :queueId)
    AND (:userId IS NULL OR coalesce(d.user_id, 0) = :userId) AND (:target IS NULL OR d.target = :target)
    AND (:isMissed IS NULL OR (d.missed_at IS NOT NULL) = :isMissed)
  ORDER BY d.day DESC, d.id DESC LIMIT ${PAGE + 1} OFFSET :offset`);
