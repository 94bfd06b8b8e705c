import { query } from "#platform/db/query.ts";
import type { Running } from "./run.ts";
import type { OldFile, OldTicket } from "./steps.ts";

/** Rows per transaction; other requests run in between. */
export const BATCH = 50;

export const running = query<Record<never, never>, Running>(
  "SELECT id, phase, cursor FROM retention_run WHERE state = 'running' ORDER BY id DESC LIMIT 1",
);
export const begin = query<{ startedAt: number }>(
  "INSERT INTO retention_run (started_at) VALUES (:startedAt)",
);
export const storeProgress = query<{ phase: string; cursor: number; id: number }>(
  "UPDATE retention_run SET phase = :phase, cursor = :cursor WHERE id = :id",
);
export const addCounts = query<
  Record<"files" | "bytes" | "messages" | "tickets" | "id", number>
>(`UPDATE retention_run SET files = files + :files, bytes = bytes + :bytes, messages = messages + :messages,
    tickets = tickets + :tickets
  WHERE id = :id`);
export const end = query<
  { finishedAt: number | null; id: number },
  { files: number; messages: number; tickets: number }
>(
  "UPDATE retention_run SET state = 'done', finished_at = :finishedAt WHERE id = :id RETURNING files, messages, tickets",
);
/** Deletes reports of old retention runs. */
export const deleteOldRuns = query<{ before: number }>(
  "DELETE FROM retention_run WHERE started_at < :before",
);
export const fileByPath = query<{ path: string }, unknown>(
  "SELECT 1 FROM media_file WHERE path = :path LIMIT 1",
);
export const messagesOfTicket = query<{ ticketId: number }, { id: number; mediaId: number | null }>(
  `SELECT id, media_id AS mediaId FROM message WHERE ticket_id = :ticketId ORDER BY place LIMIT ${BATCH}`,
);

// Pictures of contacts, and files of greetings and quick replies do not belong to messages and stay.
export const oldFiles = query<
  { from: number; to: number; until: number; keepTagged: number },
  OldFile
>(`SELECT f.id, f.path, f.size FROM media_file f WHERE f.id > :from AND f.id <= :to AND f.state = 'stored'
  AND f.path IS NOT NULL AND f.created_at <= :until AND EXISTS (SELECT 1
    FROM message m JOIN ticket t ON t.id = m.ticket_id
    WHERE m.media_id = f.id AND t.status = 'closed' AND (:keepTagged = 0 OR NOT EXISTS (SELECT 1
    FROM ticket_tag x WHERE x.ticket_id = t.id))) ORDER BY f.id`);
export const oldTickets = query<
  { from: number; to: number; until: number; keepTagged: number },
  OldTicket
>(`SELECT t.id, (SELECT count(*) FROM message m WHERE m.ticket_id = t.id) AS messages FROM ticket t
  WHERE t.id > :from AND t.id <= :to AND +t.status = 'closed' AND t.closed_at <= :until
    AND (:keepTagged = 0 OR NOT EXISTS (SELECT 1 FROM ticket_tag x WHERE x.ticket_id = t.id)) ORDER BY t.id`);
const newestOf = (table: "media_file" | "ticket") =>
  query<Record<never, never>, { id: number }>(`SELECT coalesce(max(id), 0) AS id FROM ${table}`);
export const newestId = { media: newestOf("media_file"), tickets: newestOf("ticket") } as const;
