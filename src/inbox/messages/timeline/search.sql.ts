import type { TicketScope } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";

/** Number of hits read per query, and in total: a search must answer within milliseconds. */
export const BATCH = 200;

export interface HitRow extends TicketScope {
  readonly id: number;
  readonly place: number;
  readonly ticketId: number;
  readonly ticketUuid: string;
  readonly contactId: number;
  readonly contactName: string;
  readonly createdAt: number;
}

const HIT = `SELECT m.id, m.place, m.ticket_id AS ticketId, t.uuid AS ticketUuid, m.contact_id AS contactId, c.name AS contactName,
  m.created_at AS createdAt, t.status, t.queue_id AS queueId, t.user_id AS userId, t.user_distributed AS userDistributed,
  t.participants
  FROM message_search s JOIN message m ON m.id = s.rowid JOIN ticket t ON t.id = m.ticket_id
  JOIN contact c ON c.id = m.contact_id
  WHERE message_search MATCH :match AND (:contactId IS NULL OR m.contact_id = :contactId) AND m.deleted_at IS NULL`;
/** Hits without an explicit place. The index has them newest first, so nothing is sorted. */
export const hits = query<{ match: string; beforeId: number; contactId: number | null }, HitRow>(
  `${HIT} AND s.rowid < :beforeId AND m.explicit_place IS NULL ORDER BY s.rowid DESC LIMIT ${BATCH}`,
);
/**
 * Messages with an explicit place, newest first. They are queried separately, because their ids in the full-text index do not match
 * their place; there are few.
 */
export const explicitPlaces = query<{ before: number }, { readonly id: number; readonly place: number }>(
  `SELECT id, explicit_place AS place FROM message WHERE explicit_place < :before
   ORDER BY explicit_place DESC LIMIT ${BATCH}`,
);
/** `ids` is a JSON list. */
export const hitsAmong = query<{ match: string; ids: string; contactId: number | null }, HitRow>(
  `${HIT} AND s.rowid IN (SELECT value FROM json_each(:ids)) ORDER BY m.place DESC`,
);
/** U+E000 and U+E001 enclose the hit: private-use characters that no text contains. `ids` is a JSON list. */
export const snippets = query<
  { match: string; ids: string },
  { id: number; text: string }
>(`SELECT rowid AS id, snippet(message_search, 0, char(57344), char(57345), '…', 16) AS text
  FROM message_search WHERE message_search MATCH :match AND rowid IN (SELECT value FROM json_each(:ids))`);
