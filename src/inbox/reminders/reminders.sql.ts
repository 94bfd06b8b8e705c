import { query } from "#platform/db/query.ts";
import type { ReminderRow } from "./schema.ts";

/** Reminders per company and transaction. */
export const AT_A_TIME = 50;

const COLUMNS = "r.id, r.user_id AS userId, r.ticket_id AS ticketId, r.at, r.note, r.done_at AS doneAt";
export interface NamedReminder extends ReminderRow {
  readonly uuid: string | null;
  readonly contactName: string | null;
}
const NAMED = `SELECT ${COLUMNS}, t.uuid, c.name AS contactName FROM reminder r
  LEFT JOIN ticket t ON t.id = r.ticket_id LEFT JOIN contact c ON c.id = t.contact_id`;

export const openOf = query<{ userId: number; limit: number }, NamedReminder>(
  `${NAMED} WHERE r.user_id = :userId AND r.done_at IS NULL ORDER BY r.at, r.id LIMIT :limit`,
);
export const named = query<{ id: number }, NamedReminder>(`${NAMED} WHERE r.id = :id`);
export const own = query<{ id: number; userId: number }, ReminderRow>(
  `SELECT ${COLUMNS} FROM reminder r WHERE r.id = :id AND r.user_id = :userId`,
);
export const countOpen = query<{ userId: number }, { n: number }>(
  "SELECT count(*) AS n FROM reminder WHERE user_id = :userId AND done_at IS NULL",
);
export const notesOf = query<{ userId: number; ids: string }, { id: number; note: string }>(
  "SELECT id, note FROM reminder WHERE user_id = :userId AND id IN (SELECT value FROM json_each(:ids))",
);
export const insert = query<Omit<ReminderRow, "id" | "doneAt">, { id: number }>(
  "INSERT INTO reminder (user_id, ticket_id, at, note) VALUES (:userId, :ticketId, :at, :note) RETURNING id",
);
export const change = query<Omit<ReminderRow, "userId">>(
  "UPDATE reminder SET ticket_id = :ticketId, at = :at, note = :note, done_at = :doneAt WHERE id = :id",
);
export const remove = query<{ id: number }>("DELETE FROM reminder WHERE id = :id");
export const deleteOfTicket = query<{ ticketId: number }, { id: number; userId: number }>(
  "DELETE FROM reminder WHERE ticket_id = :ticketId RETURNING id, user_id AS userId",
);

export const due = query<{ now: number }, ReminderRow>(
  `SELECT ${COLUMNS} FROM reminder r INDEXED BY reminder_open WHERE r.done_at IS NULL AND r.at <= :now
   ORDER BY r.at, r.id LIMIT ${AT_A_TIME}`,
);
export const markDone = query<{ id: number; now: number }>(
  "UPDATE reminder SET done_at = :now WHERE id = :id AND done_at IS NULL",
);
export const deleteOld = query<{ before: number }>("DELETE FROM reminder WHERE done_at <= :before");
export const nextDue = query<Record<never, never>, { at: number | null; oldest: number | null }>(
  `SELECT (SELECT min(at) FROM reminder INDEXED BY reminder_open WHERE done_at IS NULL) AS at,
   (SELECT min(done_at) FROM reminder INDEXED BY reminder_done WHERE done_at IS NOT NULL) AS oldest`,
);
