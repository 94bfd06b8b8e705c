import { query } from "#platform/db/query.ts";

/** An event of the past in a ticket. The list is sorted newest first, and a ticket may occur several times. */
export interface PastEvent {
  readonly ticketId: number;
  readonly at: number;
  readonly messageId: number | null;
  /** JSON of the values of the event (rate, kind of change), or null. */
  readonly facts: string | null;
}
/**
 * Maximum number of events that are read. It is larger than the number of tickets shown, because tickets repeat and
 * some do not match the settings.
 */
const LIMIT = 300;
/** Maximum number of history rows that are read. */
const SEEN = 5000;
interface Params {
  readonly minutesMs: number;
  readonly now: number;
  readonly tagIds: string;
  [name: string]: number | string;
}
const past = (sql: string) => query<Params, PastEvent>(`${sql} LIMIT ${LIMIT}`);
const CONTACT_MESSAGE = (ticket: string, from: string) =>
  `(SELECT m.id FROM message m WHERE m.ticket_id = ${ticket} AND m.from_me = 0 AND m.created_at >= ${from} - 2000 ORDER BY m.id LIMIT 1)`;
const history = (kinds: string, facts = "NULL") =>
  past(`SELECT e.ticket_id AS ticketId, e.at, NULL AS messageId, ${facts} AS facts
    FROM (SELECT * FROM ticket_event ORDER BY id DESC LIMIT ${SEEN}) e WHERE e.kind IN (${kinds}) ORDER BY e.id DESC`);
const newest = (status: string) =>
  `SELECT * FROM (SELECT id, last_customer_message_at, last_customer_message_id FROM ticket INDEXED BY ticket_list
   WHERE status = '${status}' ORDER BY updated_at DESC LIMIT ${LIMIT})`;

const byMessage =
  past(`SELECT t.id AS ticketId, t.last_customer_message_at AS at, t.last_customer_message_id AS messageId, NULL AS facts
  FROM (${newest("open")} UNION ALL ${newest("pending")} UNION ALL ${newest("closed")}) t
  WHERE t.last_customer_message_id IS NOT NULL ORDER BY t.last_customer_message_at DESC`);
const begun =
  past(`SELECT p.ticket_id AS ticketId, p.created_at AS at, ${CONTACT_MESSAGE("p.ticket_id", "p.created_at")} AS messageId,
  NULL AS facts FROM ticket_period p ORDER BY p.created_at DESC`);

/** Statements for the past events of each kind. Events that only another feature stores have no statement here. */
export const PAST_EVENTS = {
  message_received: byMessage,
  outside_hours: byMessage,
  ticket_created: begun,
  contact_created:
    past(`SELECT t.id AS ticketId, t.created_at AS at, ${CONTACT_MESSAGE("t.id", "t.created_at")} AS messageId, NULL AS facts
    FROM (SELECT id FROM contact WHERE is_group = 0 ORDER BY id DESC LIMIT ${LIMIT}) c
    JOIN ticket t ON t.id = (SELECT min(id) FROM ticket WHERE contact_id = c.id) ORDER BY c.id DESC`),
  queue_entered: past(`SELECT p.ticket_id AS ticketId, p.queued_at AS at, NULL AS messageId, NULL AS facts
    FROM (SELECT * FROM ticket_period ORDER BY created_at DESC LIMIT ${SEEN}) p WHERE p.queued_at IS NOT NULL ORDER BY p.created_at DESC`),
  no_answer:
    past(`SELECT p.ticket_id AS ticketId, coalesce(p.queued_at, p.created_at) + :minutesMs AS at, NULL AS messageId, NULL AS facts
    FROM (SELECT * FROM ticket_period ORDER BY created_at DESC LIMIT ${SEEN}) p
    WHERE coalesce(p.first_response_at, p.finished_at, :now) >= coalesce(p.queued_at, p.created_at) + :minutesMs ORDER BY p.created_at DESC`),
  customer_silent:
    past(`SELECT t.id AS ticketId, t.last_message_at + :minutesMs AS at, NULL AS messageId, NULL AS facts
    FROM (SELECT * FROM ticket INDEXED BY ticket_list WHERE status = 'open' ORDER BY updated_at DESC LIMIT ${SEEN}) t
    WHERE t.last_message_from_me = 1 AND t.last_message_at + :minutesMs <= :now ORDER BY t.last_message_at DESC`),
  status_changed: history(
    "'accepted', 'returned', 'transferred', 'closed', 'reopened'",
    "json_object('change', CASE e.kind WHEN 'closed' THEN 'resolved' ELSE e.kind END)",
  ),
  tag_added:
    past(`SELECT t.id AS ticketId, t.updated_at AS at, NULL AS messageId, json_object('tagId', x.tag_id) AS facts
    FROM ticket_tag x JOIN ticket t ON t.id = x.ticket_id
    WHERE :tagIds = '[]' OR x.tag_id IN (SELECT value FROM json_each(:tagIds)) ORDER BY t.id DESC`),
  rated: history(
    "'rated'",
    "json_object('facts', json_object('rating.rate', json_extract(e.to_state, '$.rate'), 'rating.has_comment', 0))",
  ),
  woken: history("'woken'"),
  sla_missed: history("'sla_missed'"),
  sla_warning: past(`SELECT k.ticket_id AS ticketId, k.warned_at AS at, NULL AS messageId, NULL AS facts
    FROM (SELECT * FROM sla_clock ORDER BY id DESC LIMIT ${SEEN}) k WHERE k.warned_at IS NOT NULL ORDER BY k.id DESC`),
} as const;
