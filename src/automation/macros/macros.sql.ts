import { query } from "#platform/db/query.ts";

export const runById = query<{ runId: string }, { ticketId: number; userId: number; at: number }>(
  "SELECT ticket_id AS ticketId, user_id AS userId, at FROM macro_run WHERE run_id = :runId",
);
export const lastMessage = query<Record<never, never>, { id: number | null }>(
  "SELECT max(id) AS id FROM message",
);
export const insertRun = query<{
  runId: string;
  macroId: number;
  macroName: string;
  ticketId: number;
  userId: number;
  now: number;
  after: number;
}>(`INSERT INTO macro_run (run_id, macro_id, macro_name, ticket_id, user_id, at, first_message_id, last_message_id)
  SELECT :runId, :macroId, :macroName, :ticketId, :userId, :now, min(id), max(id) FROM message WHERE id > :after`);
export const used = query<{ id: number; now: number }>("UPDATE macro SET last_used_at = :now WHERE id = :id");
/** The macro that wrote a message. */
export const nameByMessage = query<
  { messageId: number },
  { name: string }
>(`SELECT macro_name AS name FROM (SELECT macro_name, last_message_id FROM macro_run INDEXED BY macro_run_message
    WHERE first_message_id IS NOT NULL AND first_message_id <= :messageId ORDER BY first_message_id DESC LIMIT 1)
  WHERE last_message_id >= :messageId`);
/**
 * The messages to the customer that the running transaction has written in the name of a person, after the message with
 * the id `:after`.
 */
export const written = query<
  { ticketId: number; after: number },
  { body: string; file: string | null; isTemplate: number; voice: number }
>(`SELECT m.body, f.name AS file, m.voice, coalesce(json_extract(o.payload, '$.content.type') = 'template', 0) AS isTemplate
  FROM message m LEFT JOIN media_file f ON f.id = m.media_id
  LEFT JOIN outbox o ON o.message_id = m.id AND o.kind = 'message'
  WHERE m.id > :after AND m.ticket_id = :ticketId AND m.origin = 'user' ORDER BY m.id`);
