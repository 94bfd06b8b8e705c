import type { TagRef } from "#people/tags/contract.ts";
import { query } from "#platform/db/query.ts";
import { WROTE_AT } from "./activity/activity.sql.ts";
import { ANSWER_WINDOW_MS } from "./activity/answer-window.ts";
import type { TicketStatus } from "./contract.ts";
import type { Ticket } from "./schema.ts";

/**
 * The columns of a listed ticket; `t` is the table alias. Hand-written SQL, because every list and event reads them. Without the
 * names of user, queue, connection and resolution, which a page of tickets reads once each (`refs.ts`).
 */
export const LISTED = `t.id, t.uuid, t.status, t.user_id, t.user_distributed, t.queue_id, t.connection_id, t.contact_id,
  c.name AS contact_name, c.number AS contact_number, c.picture_id, p.name AS picture_name, nullif(t.channel, 'whatsapp') AS other_channel, t.is_group, t.priority,
  t.chatbot, t.use_integration, t.prompt_id, t.integration_id, t.protocol, t.last_message, t.last_message_from_me,
  m.id AS last_message_id, m.ack AS last_message_ack, t.last_message_type, t.last_customer_message, t.last_customer_message_type,
  t.last_customer_message_at, t.wrote_elsewhere, t.waiting_since, t.pending_since, t.unread_messages, t.marked_unread, t.participants,
  CASE WHEN w.channel <> 'whatsapp' OR w.provider = 'cloud' THEN coalesce(${WROTE_AT} + ${ANSWER_WINDOW_MS}, t.created_at) END
    AS window_ends_at, t.close_reason,
  t.resolution_id, t.resolution_note, t.close_settles_at, t.standby_since,
  t.snooze_mode, t.snoozed_until, t.asleep_since, t.woken_at, t.wake_reason,
  t.sla_target, t.sla_state, t.sla_due_at, t.sla_left_ms, t.created_at, t.updated_at, t.closed_at,
  CASE WHEN EXISTS (SELECT 1 FROM ticket_referral) THEN
    (SELECT json_array(r.network, r.source_type, r.source_id, r.source_url, r.headline, r.body, r.at) FROM ticket_referral r
      WHERE r.ticket_id = t.id ORDER BY r.id DESC LIMIT 1) END AS ad`;
export const LISTED_JOINS = `JOIN contact c ON c.id = t.contact_id
  JOIN connection w ON w.id = t.connection_id
  LEFT JOIN media_file p ON p.id = c.picture_id
  LEFT JOIN message m ON m.id = t.last_message_id AND t.last_message_from_me = 1`;
/** The columns of a ticket presented alone. */
export const SHOWN = `${LISTED}, u.name AS user_name, q.name AS queue_name, q.color AS queue_color, w.name AS connection_name,
  s.name AS resolution_name`;
export const JOINS = `${LISTED_JOINS}
  LEFT JOIN queue q ON q.id = t.queue_id
  LEFT JOIN resolution s ON s.id = t.resolution_id
  LEFT JOIN user u ON u.id = t.user_id`;

export interface ListedRow {
  readonly id: number;
  readonly uuid: string;
  readonly status: TicketStatus;
  readonly user_id: number | null;
  readonly user_distributed: number | null;
  readonly queue_id: number | null;
  readonly connection_id: number;
  readonly contact_id: number;
  readonly contact_name: string;
  readonly contact_number: string | null;
  readonly picture_id: number | null;
  readonly picture_name: string | null;
  /** Null = WhatsApp, the channel of most tickets: reading a null costs a fifth of reading a text. */
  readonly other_channel: Ticket["channel"] | null;
  readonly is_group: number;
  readonly priority: Ticket["priority"];
  readonly chatbot: number;
  readonly use_integration: number;
  readonly prompt_id: number | null;
  readonly integration_id: number | null;
  readonly protocol: string;
  readonly last_message: string;
  readonly last_message_from_me: number;
  /** Null unless the last message is outgoing; the same holds for `last_message_ack`. */
  readonly last_message_id: number | null;
  readonly last_message_ack: number | null;
  readonly last_message_type: string | null;
  /**
   * Null for networks without an answer window. For a contact who never wrote, it is the creation of the ticket: the window is already
   * closed.
   */
  readonly window_ends_at: number | null;
  readonly last_customer_message: string | null;
  readonly last_customer_message_type: string | null;
  readonly last_customer_message_at: number | null;
  readonly wrote_elsewhere: number;
  readonly waiting_since: number | null;
  readonly pending_since: number | null;
  readonly unread_messages: number;
  readonly marked_unread: number;
  readonly participants: string;
  readonly close_reason: string | null;
  readonly resolution_id: number | null;
  readonly resolution_note: string | null;
  readonly close_settles_at: number | null;
  readonly standby_since: number | null;
  readonly snooze_mode: Ticket["snoozeMode"];
  readonly snoozed_until: number | null;
  readonly asleep_since: number | null;
  readonly woken_at: number | null;
  readonly wake_reason: Ticket["wakeReason"];
  /** JSON list; null = no advertisement. */
  readonly ad: string | null;
  readonly sla_target: Ticket["slaTarget"];
  readonly sla_state: Ticket["slaState"];
  readonly sla_due_at: number | null;
  readonly sla_left_ms: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly closed_at: number | null;
}

export interface ShownRow extends ListedRow {
  readonly user_name: string | null;
  readonly queue_name: string | null;
  readonly queue_color: string | null;
  readonly connection_name: string;
  readonly resolution_name: string | null;
}

export const byId = query<{ id: number }, ShownRow>(
  `SELECT ${SHOWN} FROM ticket t ${JOINS} WHERE t.id = :id`,
);
/** `ids` is a JSON list. */
export const byIds = query<{ ids: string }, ShownRow>(
  `SELECT ${SHOWN} FROM json_each(:ids) page CROSS JOIN ticket t ON t.id = page.value ${JOINS} ORDER BY page.key`,
);
type TagRow = TagRef & { readonly ticket_id: number };
const tagsWhere = (condition: string) => `SELECT tt.ticket_id, g.id, g.name, g.color, g.kanban
  FROM ticket_tag tt JOIN tag g ON g.id = tt.tag_id WHERE ${condition} ORDER BY g.name, g.id`;
/** `ids` is a JSON list. */
export const tagsOfTickets = query<{ ids: string }, TagRow>(
  tagsWhere("tt.ticket_id IN (SELECT value FROM json_each(:ids))"),
);
/** For the single ticket of a broadcast: a JSON list with one id costs three times as much as a plain id. */
export const tagsOfTicket = query<{ id: number }, TagRow>(tagsWhere("tt.ticket_id = :id"));
