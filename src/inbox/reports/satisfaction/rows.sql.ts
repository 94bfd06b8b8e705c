import type { RatingScale } from "#inbox/tickets/contract.ts";
import { query } from "#platform/db/query.ts";

/** Rows per page: docs/rules/general.md#paging. */
export const PAGE = 40;
/** Maximum number of ratings that one page reads when a filter matches few of them. */
const LOOKED_AT = 20_000;

export interface RatingListRow {
  readonly id: number;
  readonly scale: RatingScale;
  readonly rate: number;
  readonly comment: string | null;
  readonly messageId: number | null;
  readonly createdAt: number;
  readonly userId: number;
  readonly userName: string | null;
  readonly contactId: number;
  readonly contactName: string;
  readonly ticketId: number;
  readonly uuid: string;
  readonly protocol: string;
}
type Cursor = { from: number; beforeAt: number; beforeId: number };
type Wanted = Cursor & {
  queues: string | null;
  connections: string | null;
  tags: string | null;
  scale: RatingScale | null;
  onlyComments: number;
};

const OLDER = `created_at >= :from AND created_at <= :beforeAt AND (created_at < :beforeAt OR id < :beforeId)`;
const LATEST = `SELECT id, created_at FROM user_rating WHERE ${OLDER}
  ORDER BY created_at DESC, id DESC LIMIT ${LOOKED_AT}`;

const SHOWN = `g.id, g.scale, g.rate, g.comment, g.comment_message_id AS messageId, g.created_at AS createdAt,
    g.user_id AS userId, u.name AS userName, c.id AS contactId, c.name AS contactName, t.id AS ticketId, t.uuid, t.protocol`;
const JOINED = `JOIN ticket_period r ON r.id = g.period_id JOIN ticket t ON t.id = g.ticket_id
    JOIN contact c ON c.id = t.contact_id LEFT JOIN user u ON u.id = g.user_id`;

/** The newest ratings before a cursor that match; the filters are those of the dashboard. */
export const rows = query<Wanted, RatingListRow>(`SELECT ${SHOWN}
  FROM (${LATEST}) looked CROSS JOIN user_rating g ON g.id = looked.id ${JOINED}
  WHERE t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
    AND (:scale IS NULL OR g.scale = :scale) AND (:onlyComments = 0 OR g.comment IS NOT NULL)
    AND (:queues IS NULL OR coalesce(r.queue_id, 0) IN (SELECT value FROM json_each(:queues)))
    AND (:connections IS NULL OR r.connection_id IN (SELECT value FROM json_each(:connections)))
    AND (:tags IS NULL OR EXISTS (SELECT 1 FROM ticket_tag x WHERE x.ticket_id = t.id
      AND x.tag_id IN (SELECT value FROM json_each(:tags))))
  ORDER BY looked.created_at DESC, looked.id DESC LIMIT ${PAGE + 1}`);

/** The last rating that a page reads; no row when it reads all of them. */
export const lastLookedAt = query<Cursor, { id: number; createdAt: number }>(
  `SELECT id, created_at AS createdAt FROM user_rating WHERE ${OLDER}
  ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${LOOKED_AT - 1}`,
);

export interface RatingFileRow extends RatingListRow {
  readonly number: string | null;
  readonly queue: string | null;
  readonly connection: string | null;
}

/** The ratings of attendances, in the order of the ids. */
export const ratingsOf = query<{ ids: string }, RatingFileRow>(
  `SELECT ${SHOWN}, c.number, q.name AS queue, w.name AS connection
  FROM json_each(:ids) j CROSS JOIN user_rating g ON g.period_id = j.value ${JOINED}
    LEFT JOIN queue q ON q.id = r.queue_id LEFT JOIN connection w ON w.id = r.connection_id ORDER BY j.key`,
);
