import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import type { TicketScope } from "./policy.ts";
import { type Ticket, ticket } from "./schema.ts";

const reader = rowReader(ticket);
/** The columns of a stored ticket; `readTicket` turns a row of them into a `Ticket`. */
export const TICKET_COLUMNS = reader.columns;
export const readTicket = reader.read;

export const ticketById = query<{ id: number }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE id = :id`,
);
export const ticketByUuid = query<{ uuid: string }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE uuid = :uuid`,
);
export const ticketScopes = query<
  { ids: string },
  TicketScope & { readonly id: number }
>(`SELECT id, status, queue_id AS queueId, user_id AS userId, user_distributed AS userDistributed, participants
  FROM ticket WHERE id IN (SELECT value FROM json_each(:ids))`);
// Uses the unique index of docs/rules/tickets.md#find-or-create.
export const runningTicket = query<{ connectionId: number; contactId: number }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE connection_id = :connectionId AND contact_id = :contactId AND status <> 'closed'`,
);
export const runningAnywhere = query<{ contactId: number }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE contact_id = :contactId AND status <> 'closed' ORDER BY id DESC LIMIT 1`,
);
export const lastClosedTicket = query<
  { connectionId: number; contactId: number },
  Ticket
>(`SELECT ${TICKET_COLUMNS} FROM ticket INDEXED BY ticket_newest_closed
  WHERE connection_id = :connectionId AND contact_id = :contactId AND status = 'closed' ORDER BY closed_at DESC, id DESC LIMIT 1`);
export const exportedNotes = query<
  { contactId: number },
  ExportedNote
>(`SELECT n.note, u.name AS author, n.created_at AS createdAt, n.edits FROM ticket_note n
  LEFT JOIN user u ON u.id = n.user_id WHERE n.contact_id = :contactId ORDER BY n.id`);
export const exportedTickets = query<
  { contactId: number },
  ExportedTicket
>(`SELECT t.uuid, t.protocol, t.status, t.origin, t.channel, q.name AS queue, u.name AS attendant,
    w.name AS connection, t.close_reason AS closeReason, s.name AS resolution, t.resolution_note AS resolutionNote, t.created_at AS createdAt, t.closed_at AS closedAt,
    t.id, (SELECT json_group_array(g.name) FROM ticket_tag x JOIN tag g ON g.id = x.tag_id WHERE x.ticket_id = t.id) AS tags,
    (SELECT json_group_array(json_object('rate', r.rate, 'scale', r.scale, 'comment', r.comment)) FROM user_rating r JOIN ticket_period k ON k.id = r.period_id
      WHERE k.ticket_id = t.id) AS ratings,
    (SELECT json_group_array(json_object('at', r.at, 'type', r.source_type, 'id', r.source_id, 'url', r.source_url, 'headline', r.headline,
      'body', r.body, 'click', r.click_id)) FROM ticket_referral r WHERE r.ticket_id = t.id) AS ads
  FROM ticket t LEFT JOIN queue q ON q.id = t.queue_id LEFT JOIN user u ON u.id = t.user_id
    LEFT JOIN connection w ON w.id = t.connection_id LEFT JOIN resolution s ON s.id = t.resolution_id
  WHERE t.contact_id = :contactId ORDER BY t.id`);

interface ExportedNote {
  readonly createdAt: number;
  /** JSON: earlier texts. */
  readonly edits: string;
}
interface ExportedTicket {
  readonly id: number;
  readonly createdAt: number;
  readonly closedAt: number | null;
  /** JSON arrays. */
  readonly tags: string;
  readonly ratings: string;
  readonly ads: string;
}
