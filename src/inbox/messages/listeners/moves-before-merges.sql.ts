import type { messageMove } from "#inbox/messages/schema.ts";
import { query } from "#platform/db/query.ts";

type Move = typeof messageMove.$inferSelect;
type Contacts = Pick<Move, "fromContactId" | "toContactId">;
type Id = { readonly id: number };

const MOVE =
  "from_contact_id AS fromContactId, to_contact_id AS toContactId, moved_at AS movedAt, last_id AS lastId";
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
  `INSERT INTO message_move (from_contact_id, to_contact_id, moved_at, last_id)
  VALUES (:fromContactId, :toContactId, :movedAt, :lastId)
  ON CONFLICT (from_contact_id) DO UPDATE SET moved_at = :movedAt, last_id = :lastId`,
);
export const redirectMoves = query<Contacts>(
  "UPDATE message_move SET to_contact_id = :toContactId WHERE to_contact_id = :fromContactId",
);
export const deleteMove = query<{ contactId: number }>(
  "DELETE FROM message_move WHERE from_contact_id = :contactId OR from_contact_id = to_contact_id",
);

export const nextWritten = query<{ contactId: number; limit: number }, Id>(
  "SELECT id FROM message WHERE participant_id = :contactId ORDER BY id LIMIT :limit",
);
/** `ids` is a JSON list, as in the next two. */
export const recordAuthors = query<{ fromContactId: number; ids: string }>(
  "INSERT OR IGNORE INTO author_move SELECT :fromContactId, value FROM json_each(:ids)",
);
export const moveAuthors = query<Contacts & { ids: string }>(
  `UPDATE message SET participant_id = :toContactId
  WHERE participant_id = :fromContactId AND id IN (SELECT value FROM json_each(:ids))`,
);
export const forgetAuthors = query<{ fromContactId: number; ids: string }>(
  `DELETE FROM author_move WHERE from_contact_id = :fromContactId
  AND message_id IN (SELECT value FROM json_each(:ids))`,
);
export const nextAuthorsBack = query<{ contactId: number; limit: number }, Id>(
  "SELECT message_id AS id FROM author_move WHERE from_contact_id = :contactId LIMIT :limit",
);
/** `contactIds` is a JSON list. */
export const deleteAuthorMoves = query<{ contactIds: string }>(
  "DELETE FROM author_move WHERE from_contact_id IN (SELECT value FROM json_each(:contactIds))",
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
export const nextToPutBack = query<Contacts & { limit: number }, Id>(
  `SELECT id FROM message INDEXED BY message_timeline WHERE contact_id = :toContactId
  AND ticket_id IN (SELECT id FROM ticket WHERE contact_id = :fromContactId) LIMIT :limit`,
);
type Since = Contacts & { lastId: number; limit: number };
const IDENTITIES_OF = "SELECT id FROM contact_identity WHERE contact_id =";
/**
 * Messages of returned tickets that belong to the returned contact: sent ones, those received from its identities, and those stored
 * before the merge, except messages received from an identity of the survivor.
 */
export const nextToReturn = query<Since, Id>(
  `SELECT id FROM message INDEXED BY message_timeline WHERE contact_id = :toContactId
  AND ticket_id IN (SELECT id FROM ticket WHERE contact_id = :fromContactId)
  AND (identity_id IS NULL OR identity_id IN (${IDENTITIES_OF} :fromContactId)
    OR id <= :lastId AND identity_id NOT IN (${IDENTITIES_OF} :toContactId)) LIMIT :limit`,
);
/** Messages of other tickets that arrived since the merge by an identity that was moved back. */
export const nextOfLater = query<Since, Id>(
  `SELECT id FROM message INDEXED BY message_ticket
  WHERE ticket_id IN (SELECT id FROM ticket WHERE contact_id = :toContactId) AND place > :lastId * 65536
  AND contact_id = :toContactId AND identity_id IN (${IDENTITIES_OF} :fromContactId) LIMIT :limit`,
);
/** `ids` is a JSON list. */
export const deleteDuplicates = query<{ toContactId: number; ids: string }>(
  "DELETE FROM message WHERE id IN (SELECT value FROM json_each(:ids)) AND contact_id <> :toContactId",
);
