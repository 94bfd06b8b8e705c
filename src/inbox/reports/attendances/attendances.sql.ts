import type { AttendanceAnswer, Axis } from "#inbox/reports/contract.ts";
import type { RatingScale } from "#inbox/tickets/contract.ts";
import { allOf, type SqlCondition, statement } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";

/** Position in the order of a list: the time of the axis, ms, and the id of its row. */
export interface Cursor {
  readonly at: number;
  readonly key: number;
}
/** An attendance in that order; `id` is the attendance's own id. */
export interface FoundRow extends Cursor {
  readonly id: number;
}

interface Source {
  /** Rows in the order of one index. */
  readonly rows: string;
  /** Joins the attendance `r`; empty when the rows are attendances. */
  readonly attendance: string;
  readonly at: string;
  readonly key: string;
  /** Further conditions of the figures of the dashboard, besides the kind of the ticket (docs/rules/dashboard.md#figures). */
  readonly counted: string;
}
const period = (column: string, index: string, counted: string): Source => ({
  rows: `ticket_period r INDEXED BY ${index}`,
  attendance: "",
  at: `r.${column}`,
  key: "r.id",
  counted,
});
const SOURCES: Readonly<Record<Axis, Source>> = {
  created: period("created_at", "ticket_period_created", "1"),
  finished: period("finished_at", "ticket_period_finished", "r.started_at IS NOT NULL"),
  started: period("started_at", "ticket_period_started", "r.queued_at IS NOT NULL"),
  responded: period("first_response_at", "ticket_period_responded", "r.first_response_at >= r.queued_at"),
  rated: {
    rows: "user_rating g INDEXED BY user_rating_created",
    attendance: "CROSS JOIN ticket_period r ON r.id = g.period_id",
    at: "g.created_at",
    key: "g.id",
    counted: "1",
  },
};
const OF_DASHBOARD = "t.is_group = 0 AND t.origin NOT IN ('import', 'phone')";

/** The rows that the dashboard counts. */
export const isOfDashboard: SqlCondition = () => OF_DASHBOARD;
/** On the axis `rated`. */
export const isCommented: SqlCondition = () => "g.comment IS NOT NULL";
/** The rows of a figure of the dashboard; ratings are those of one scale. */
export const isCounted =
  (axis: Axis, scale: RatingScale): SqlCondition =>
  () =>
    `${OF_DASHBOARD} AND ${axis === "rated" ? `g.scale = '${scale}'` : SOURCES[axis].counted}`;
/** The rows of the report of resolutions. */
export const isResolved: SqlCondition = () =>
  "t.is_group = 0 AND (r.resolution_id IS NOT NULL OR r.close_reason IN ('user', 'rating'))";

/** Selects the rows of a list. */
export interface Rows {
  readonly axis: Axis;
  /** ms, the end excluded. */
  readonly from: number;
  readonly to: number;
  readonly newestFirst: boolean;
  /** Conditions on `r` and `t`. */
  readonly conditions: readonly SqlCondition[];
}

/** Rows on one side of a cursor. With a comparison of row values each page would read the index from the end of the period. */
const beyond =
  ({ axis }: Rows, sign: "<" | ">", { at, key }: Cursor, isIncluded: boolean): SqlCondition =>
  (bind) => {
    const source = SOURCES[axis];
    const isBeyond = `${source.key} ${sign}${isIncluded ? "=" : ""} ${bind(key)}`;
    return `${source.at} ${sign}= ${bind(at)} AND (${source.at} ${sign} ${bind(at)} OR ${isBeyond})`;
  };

/**
 * Matching rows of the period behind the cursor `after`, up to and including the cursor `floor`. A cursor replaces the end of the period on
 * its side, because each comparison is made for each row.
 */
const between = (rows: Rows, after: Cursor | undefined, floor: Cursor | undefined): SqlCondition => {
  const { axis, from, to, newestFirst } = rows;
  const { at } = SOURCES[axis];
  const [lowest, highest] = newestFirst ? [floor, after] : [after, floor];
  return allOf([
    lowest ? beyond(rows, ">", lowest, newestFirst) : (bind) => `${at} >= ${bind(from)}`,
    highest ? beyond(rows, "<", highest, !newestFirst) : (bind) => `${at} < ${bind(to)}`,
    ...rows.conditions,
  ]);
};
const orderOf = ({ axis, newestFirst }: Rows): string => {
  const direction = newestFirst ? "DESC" : "ASC";
  return `ORDER BY ${SOURCES[axis].at} ${direction}, ${SOURCES[axis].key} ${direction}`;
};

/**
 * Joins the attendance and its ticket only where the text names them: a ticket costs as much to read as an attendance.
 * Every attendance has a ticket.
 */
const joinsOf = ({ attendance }: Source, text: string): string => {
  const needsTicket = /\bt\./.test(text);
  const needed = needsTicket || /\br\./.test(text) ? attendance : "";
  return needsTicket ? `${needed} CROSS JOIN ticket t ON t.id = r.ticket_id` : needed;
};

/** The last of the next `most` rows of the period, whether they match or not; undefined = fewer rows follow. Reads only the index. */
export const floorOf = (rows: Rows, after: Cursor | undefined, most: number) => {
  const { rows: from, at, key } = SOURCES[rows.axis];
  const where = between({ ...rows, conditions: [] }, after, undefined);
  return statement<Cursor>(
    (bind) =>
      `SELECT ${at} AS at, ${key} AS key FROM ${from} WHERE ${where(bind)} ${orderOf(rows)} LIMIT 1 OFFSET ${bind(most - 1)}`,
  );
};

/** The next matching rows after a cursor, up to and including `floor`. */
export const nextRows = (
  rows: Rows,
  { after, floor, limit }: { after: Cursor | undefined; floor: Cursor | undefined; limit: number },
) => {
  const source = SOURCES[rows.axis];
  const where = between(rows, after, floor);
  return statement<FoundRow>((bind) => {
    const selected = `${source.at} AS at, ${source.key} AS key, r.id AS id`;
    const text = where(bind);
    return `SELECT ${selected} FROM ${source.rows} ${joinsOf(source, selected + text)} WHERE ${text} ${orderOf(rows)} LIMIT ${bind(limit)}`;
  });
};

/** Number of matching rows after a cursor, up to and including `floor`. */
export const countRows = (
  rows: Rows,
  { after, floor }: { after: Cursor | undefined; floor: Cursor | undefined },
) => {
  const source = SOURCES[rows.axis];
  const where = between(rows, after, floor);
  return statement<{ n: number }>((bind) => {
    const text = where(bind);
    return `SELECT count(*) AS n FROM ${source.rows} ${joinsOf(source, text)} WHERE ${text}`;
  });
};

/** The columns of an attendance in responses. */
export interface ShownRow {
  readonly id: number;
  readonly ticketId: number;
  readonly uuid: string;
  readonly protocol: string;
  readonly contactId: number;
  readonly contactName: string;
  readonly number: string | null;
  readonly queueId: number | null;
  readonly queueName: string | null;
  readonly queueColor: string | null;
  /** Opening hours of the queue, JSON. */
  readonly schedules: string | null;
  readonly connection: string | null;
  readonly priority: number;
  readonly resolution: string | null;
  readonly resolutionNote: string | null;
  readonly closeReason: string | null;
  readonly closedBy: string | null;
  readonly createdAt: number;
  readonly queuedAt: number | null;
  readonly botAt: number | null;
  readonly startedAt: number | null;
  readonly firstResponseAt: number | null;
  readonly finishedAt: number | null;
  readonly attendedAt: number | null;
  readonly asleepMs: number;
  readonly messagesIn: number | null;
  readonly messagesOut: number | null;
  readonly transfers: number;
  readonly rating: number | null;
  readonly ratingScale: RatingScale | null;
  readonly comment: string | null;
  readonly sla: AttendanceAnswer["sla"];
  /** JSON of `ad`. */
  readonly ad: string | null;
  /** JSON lists of `{ id, name }`, and of `{ name, color }`. */
  readonly attendants: string;
  readonly tags: string;
}
// CROSS JOIN keeps the list of ids as the outer loop, and thus its order.
export const shownRows = query<{ ids: string }, ShownRow>(
  `SELECT r.id, t.id AS ticketId, t.uuid, t.protocol, c.id AS contactId, c.name AS contactName, c.number,
    q.id AS queueId, q.name AS queueName, q.color AS queueColor, q.schedules, w.name AS connection, t.priority,
    s.name AS resolution, r.resolution_note AS resolutionNote, r.close_reason AS closeReason, k.name AS closedBy,
    r.created_at AS createdAt, r.queued_at AS queuedAt, r.chatbot_at AS botAt, r.started_at AS startedAt,
    r.first_response_at AS firstResponseAt, r.finished_at AS finishedAt, r.snoozed_ms AS asleepMs,
    r.messages_in AS messagesIn, r.messages_out AS messagesOut, r.transfers, g.rate AS rating, g.scale AS ratingScale, g.comment,
    (SELECT iif(count(k.missed_at) > 0, 'missed', iif(count(k.met_at) = count(*), 'met', 'running')) FROM sla_clock k
      WHERE k.period_id = r.id AND k.dropped_at IS NULL HAVING count(*) > 0) AS sla,
    (SELECT json_object('network', f.network, 'sourceId', f.source_id, 'sourceUrl', f.source_url, 'headline', f.headline)
      FROM ticket_referral f WHERE f.ticket_id = t.id AND f.period_id = r.id ORDER BY f.id DESC LIMIT 1) AS ad,
    (SELECT min(a.started_at) FROM attendance_user a WHERE a.period_id = r.id) AS attendedAt,
    (SELECT json_group_array(json_object('id', u.id, 'name', u.name)) FROM (SELECT user_id FROM attendance_user a
      WHERE a.period_id = r.id ORDER BY a.id) o CROSS JOIN user u ON u.id = o.user_id) AS attendants,
    (SELECT json_group_array(json_object('name', o.name, 'color', o.color)) FROM (SELECT l.name, l.color FROM ticket_tag x
      CROSS JOIN tag l ON l.id = x.tag_id WHERE x.ticket_id = t.id ORDER BY l.name) o) AS tags
  FROM json_each(:ids) j CROSS JOIN ticket_period r ON r.id = j.value CROSS JOIN ticket t ON t.id = r.ticket_id
    CROSS JOIN contact c ON c.id = t.contact_id LEFT JOIN queue q ON q.id = r.queue_id
    LEFT JOIN connection w ON w.id = r.connection_id LEFT JOIN resolution s ON s.id = r.resolution_id
    LEFT JOIN user k ON k.id = r.closed_by LEFT JOIN user_rating g ON g.period_id = r.id`,
);
