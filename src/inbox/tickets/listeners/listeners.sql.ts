import { TICKET_COLUMNS } from "#inbox/tickets/queries.sql.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { WROTE_ELSEWHERE } from "#inbox/tickets/transitions/transitions.sql.ts";
import { query } from "#platform/db/query.ts";

export const notesOfContact = query<{ contactId: number }, { id: number }>(
  "SELECT id FROM ticket_note WHERE contact_id = :contactId",
);
export const moveNotes = query<{
  contactId: number;
  id: number;
  ids: string;
}>(`UPDATE ticket_note SET contact_id = :contactId WHERE contact_id = :id
  AND id IN (SELECT value FROM json_each(:ids))`);
export const ticketsOfContactByIds = query<{ contactId: number; ids: string }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE contact_id = :contactId AND id IN (SELECT value FROM json_each(:ids))`,
);
/** Tickets created after the merge in which only the separated contact wrote. Sent messages have no identity. */
export const createdSinceMerge = query<
  { contactId: number; id: number; createdAt: number },
  Ticket
>(`SELECT ${TICKET_COLUMNS} FROM ticket t WHERE t.contact_id = :contactId AND t.created_at >= :createdAt
  AND EXISTS (SELECT 1 FROM message m WHERE m.ticket_id = t.id AND (m.contact_id = :id OR m.identity_id IS NOT NULL))
  AND NOT EXISTS (SELECT 1 FROM message m WHERE m.ticket_id = t.id AND m.contact_id <> :id
    AND m.identity_id NOT IN (SELECT id FROM contact_identity WHERE contact_id = :id))`);
export const countRunning = query<Record<never, never>, { n: number }>(
  "SELECT coalesce(sum(tickets), 0) AS n FROM ticket_count WHERE status <> 'closed'",
);
export const ticketsOfContact = query<{ contactId: number }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE contact_id = :contactId ORDER BY id`,
);
export const closedOfContact = query<{ contactId: number; limit: number }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE contact_id = :contactId AND status = 'closed' ORDER BY id LIMIT :limit`,
);
/** `ids` is a JSON list, also in the next two queries. */
export const recordTicketMoves = query<{ contactId: number; ids: string }>(
  "INSERT OR IGNORE INTO ticket_move SELECT :contactId, value FROM json_each(:ids)",
);
export const moveNotesOfTickets = query<{ fromContactId: number; toContactId: number; ids: string }>(
  `UPDATE ticket_note SET contact_id = :toContactId WHERE contact_id = :fromContactId AND ticket_id IN
  (SELECT t.id FROM ticket t JOIN json_each(:ids) j ON j.value = t.id WHERE t.contact_id = :toContactId)`,
);
export const forgetTicketMoves = query<{ contactId: number; ids: string }>(
  `DELETE FROM ticket_move WHERE from_contact_id = :contactId
  AND ticket_id IN (SELECT value FROM json_each(:ids))`,
);
/** Recorded tickets of a contact whose merge was interrupted or undone, and the contact that has them. */
export const nextTicketsBack = query<
  { contactId: number; limit: number },
  { id: number; holderId: number }
>(`SELECT t.ticket_id AS id, m.to_contact_id AS holderId FROM message_move m
  JOIN ticket_move t ON t.from_contact_id = m.from_contact_id WHERE m.from_contact_id = :contactId LIMIT :limit`);
/** Finds a merge into this contact that has begun and still moves rows. */
export const moveTo = query<{ contactId: number }, unknown>(
  "SELECT 1 FROM message_move WHERE to_contact_id = :contactId LIMIT 1",
);
/** `contactIds` is a JSON list. */
export const deleteTicketMoves = query<{ contactIds: string }>(
  "DELETE FROM ticket_move WHERE from_contact_id IN (SELECT value FROM json_each(:contactIds))",
);
/** Reads two rows: the oldest ticket, and a second one if there is any. */
export const oldestOfContact = query<{ contactId: number }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE contact_id = :contactId ORDER BY id LIMIT 2`,
);
export const countRunningOfContact = query<{ contactId: number }, { n: number }>(
  "SELECT count(*) AS n FROM ticket WHERE contact_id = :contactId AND status <> 'closed'",
);
export const moveToContact = query<{ contactId: number; id: number }>(
  "UPDATE OR IGNORE ticket SET contact_id = :contactId WHERE id = :id",
);
export const assign = query<{
  userId: number;
  now: number;
  id: number;
}>(`UPDATE ticket SET status = 'open', user_id = :userId, user_distributed = NULL, distributed_at = NULL,
  updated_at = :now WHERE id = :id`);
export const runningInQueue = query<{ queueId: number }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE queue_id = :queueId AND status IN ('pending', 'open') ORDER BY id`,
);
export const runningOnConnection = query<{ connectionId: number }, Ticket>(
  `SELECT ${TICKET_COLUMNS} FROM ticket WHERE connection_id = :connectionId AND status <> 'closed' ORDER BY id`,
);
export const idsRunningInQueue = query<{ queueId: number }, { id: number }>(
  "SELECT id FROM ticket WHERE queue_id = :queueId AND status IN ('pending', 'open') ORDER BY id",
);
export const idsRunningOnConnection = query<{ connectionId: number }, { id: number }>(
  "SELECT id FROM ticket WHERE connection_id = :connectionId AND status <> 'closed' ORDER BY id",
);
/** Open tickets of a user and tickets offered to the user. */
export const idsOfUser = query<{ userId: number }, { id: number }>(
  `SELECT id FROM ticket WHERE user_id = :userId AND status = 'open'
  UNION SELECT id FROM ticket WHERE user_distributed = :userId AND status = 'pending' ORDER BY id`,
);
export const openTicketsOf = query<
  { userId: number; queues: string | null },
  Ticket
>(`SELECT ${TICKET_COLUMNS} FROM ticket WHERE user_id = :userId AND status = 'open'
  AND (:queues IS NULL OR queue_id IN (SELECT value FROM json_each(:queues))) ORDER BY id`);
export const ticketsOfferedTo = query<
  { userDistributed: number; queues: string | null },
  Ticket
>(`SELECT ${TICKET_COLUMNS} FROM ticket WHERE user_distributed = :userDistributed AND status = 'pending'
  AND (:queues IS NULL OR queue_id IN (SELECT value FROM json_each(:queues))) ORDER BY id`);
export const withdrawOffer = query<{ now: number; id: number }>(
  `UPDATE ticket SET user_distributed = NULL, distributed_at = NULL, updated_at = :now WHERE id = :id`,
);
export const moveToQueue = query<{
  queueId: number | null;
  now: number;
  id: number;
}>(`UPDATE ticket SET queue_id = :queueId, user_distributed = NULL, distributed_at = NULL, updated_at = :now
  WHERE id = :id`);
export const moveToConnection = query<{ connectionId: number; now: number; id: number }>(
  `UPDATE ticket SET connection_id = :connectionId, wrote_elsewhere = ${WROTE_ELSEWHERE}, updated_at = :now
  WHERE id = :id`,
);
