import { query } from "#platform/db/query.ts";
import type { OldFile, OldTicket } from "./steps.ts";

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
  WHERE t.id > :from AND t.id <= :to AND t.status = 'closed' AND t.closed_at <= :until
    AND (:keepTagged = 0 OR NOT EXISTS (SELECT 1 FROM ticket_tag x WHERE x.ticket_id = t.id)) ORDER BY t.id`);
const newestOf = (table: "media_file" | "ticket") =>
  query<Record<never, never>, { id: number }>(`SELECT coalesce(max(id), 0) AS id FROM ${table}`);
export const newestId = { media: newestOf("media_file"), tickets: newestOf("ticket") } as const;
