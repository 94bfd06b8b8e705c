import type { TicketScope } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";

/** Number of hits read per query, and in total: a search must answer within milliseconds. */
export const BATCH = 200;

export interface HitRow extends TicketScope {
  readonly id: number;
  readonly ticketId: number;
  readonly ticketUuid: string;
  readonly contactId: number;
  readonly contactName: string;
  readonly createdAt: number;
}

/** Newest first is the order of the index, so nothing is sorted. */
export const hits = query<
  { match: string; beforeId: number; contactId: number | null },
  HitRow
>(`SELECT m.id, m.ticket_id AS ticketId, t.uuid AS ticketUuid, m.contact_id AS contactId, c.name AS contactName,
  m.created_at AS createdAt, t.status, t.queue_id AS queueId, t.user_id AS userId, t.user_distributed AS userDistributed
  FROM message_search s JOIN message m ON m.id = s.rowid JOIN ticket t ON t.id = m.ticket_id
  JOIN contact c ON c.id = m.contact_id
  WHERE message_search MATCH :match AND s.rowid < :beforeId AND (:contactId IS NULL OR m.contact_id = :contactId) AND m.deleted_at IS NULL
  ORDER BY s.rowid DESC LIMIT ${BATCH}`);
/** U+E000 and U+E001 enclose the hit: private-use characters that no text contains. `ids` is a JSON list. */
export const snippets = query<
  { match: string; ids: string },
  { id: number; text: string }
>(`SELECT rowid AS id, snippet(message_search, 0, char(57344), char(57345), '…', 16) AS text
  FROM message_search WHERE message_search MATCH :match AND rowid IN (SELECT value FROM json_each(:ids))`);
