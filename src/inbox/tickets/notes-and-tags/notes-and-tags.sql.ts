import { query } from "#platform/db/query.ts";
import type { NoteRow } from "./notes.ts";

const COLUMNS = `n.id, n.note, n.ticket_id, t.connection_id, n.contact_id, n.user_id, u.name AS user_name, n.created_at,
  n.mentions, n.edited_at, n.edits
  FROM ticket_note n JOIN ticket t ON t.id = n.ticket_id LEFT JOIN user u ON u.id = n.user_id`;

export const insertNote = query<{
  ticketId: number;
  contactId: number;
  userId: number | null;
  note: string;
  mentions: string;
  now: number;
}>(
  `INSERT INTO ticket_note (ticket_id, contact_id, user_id, note, mentions, created_at)
  VALUES (:ticketId, :contactId, :userId, :note, :mentions, :now)`,
);
export const editNote = query<Record<"note" | "mentions" | "edits", string> & Record<"id" | "now", number>>(
  "UPDATE ticket_note SET note = :note, mentions = :mentions, edits = :edits, edited_at = :now WHERE id = :id",
);
/** docs/rules/general.md#paging: a list without pages has at most 2,000 rows. */
export const notesOfContact = query<{ contactId: number }, NoteRow>(
  `SELECT ${COLUMNS} WHERE n.contact_id = :contactId ORDER BY n.id LIMIT 2000`,
);
export const noteById = query<{ id: number }, NoteRow>(`SELECT ${COLUMNS} WHERE n.id = :id`);
export const deleteNote = query<{ id: number }>("DELETE FROM ticket_note WHERE id = :id");
export const addTag = query<{ ticketId: number; tagId: number }>(
  "INSERT OR IGNORE INTO ticket_tag (ticket_id, tag_id) VALUES (:ticketId, :tagId)",
);
export const removeTag = query<{ ticketId: number; tagId: number }>(
  "DELETE FROM ticket_tag WHERE ticket_id = :ticketId AND tag_id = :tagId",
);
export const removeLanes = query<{ ticketId: number }>(`DELETE FROM ticket_tag WHERE ticket_id = :ticketId
  AND tag_id IN (SELECT id FROM tag WHERE kanban = 1)`);
export const removeOtherLanes = query<{
  ticketId: number;
  id: number | null;
}>(`DELETE FROM ticket_tag WHERE ticket_id = :ticketId
  AND tag_id IN (SELECT id FROM tag WHERE kanban = 1 AND id IS NOT :id)`);
export const removeOtherTags = query<{
  ticketId: number;
  ids: string;
}>(`DELETE FROM ticket_tag WHERE ticket_id = :ticketId
  AND tag_id NOT IN (SELECT value FROM json_each(:ids))`);
export const tagExists = query<{ id: number }, unknown>("SELECT 1 FROM tag WHERE id = :id");
export const kanbanFlag = query<{ id: number }, { kanban: number }>("SELECT kanban FROM tag WHERE id = :id");
export const newestTicketOf = query<{ contactId: number }, { id: number }>(
  "SELECT id FROM ticket WHERE contact_id = :contactId ORDER BY id DESC LIMIT 1",
);
