import type { messageMove } from "#inbox/messages/schema.ts";
import { query } from "#platform/db/query.ts";

type Move = typeof messageMove.$inferSelect;
type Contacts = Pick<Move, "fromContactId" | "toContactId">;
type Id = { readonly id: number };

const MOVE = "from_contact_id AS fromContactId, to_contact_id AS toContactId, moved_at AS movedAt";
export const moveFrom = query<{ contactId: number }, Move>(
  `SELECT ${MOVE} FROM message_move WHERE from_contact_id = :contactId`,
);
export const movesTo = query<{ contactId: number }, Move>(
  `SELECT ${MOVE} FROM message_move WHERE to_contact_id = :contactId`,
);
export const everyMove = query<Record<never, never>, Move>(
  `SELECT ${MOVE} FROM message_move ORDER BY moved_at`,
);
export const recordMove = query<Move>(
  `INSERT INTO message_move (from_contact_id, to_contact_id, moved_at) VALUES (:fromContactId, :toContactId, :movedAt)
  ON CONFLICT (from_contact_id) DO UPDATE SET moved_at = :movedAt`,
);
export const redirectMoves = query<Contacts>(
  "UPDATE message_move SET to_contact_id = :toContactId WHERE to_contact_id = :fromContactId",
);
export const deleteMove = query<{ contactId: number }>(
  "DELETE FROM message_move WHERE from_contact_id = :contactId OR from_contact_id = to_contact_id",
);

/** The oldest messages of a contact in its own tickets. */
export const nextToMove = query<{ contactId: number; limit: number }, Id>(
  `SELECT id FROM message INDEXED BY message_timeline WHERE contact_id = :contactId
  AND ticket_id IN (SELECT id FROM ticket WHERE contact_id = :contactId) LIMIT :limit`,
);
/** Skips messages that both contacts have: `message_provider` is unique. `ids` is a JSON list. */
export const move = query<{ toContactId: number; ids: string }>(
  "UPDATE OR IGNORE message SET contact_id = :toContactId WHERE id IN (SELECT value FROM json_each(:ids))",
);
/** The moved messages of these tickets. `ticketIds` is a JSON list. */
export const movedOf = query<{ toContactId: number; ticketIds: string }, Id>(
  `SELECT id FROM message INDEXED BY message_ticket
  WHERE ticket_id IN (SELECT value FROM json_each(:ticketIds)) AND contact_id = :toContactId`,
);
export const nextToPutBack = query<Contacts & { limit: number }, Id>(
  `SELECT id FROM message INDEXED BY message_timeline WHERE contact_id = :toContactId
  AND ticket_id IN (SELECT id FROM ticket WHERE contact_id = :fromContactId) LIMIT :limit`,
);
/** `ids` is a JSON list. */
export const deleteDuplicates = query<{ toContactId: number; ids: string }>(
  "DELETE FROM message WHERE id IN (SELECT value FROM json_each(:ids)) AND contact_id <> :toContactId",
);
