import type { Ticket } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";

/** Restricted to farewells and out-of-hours messages, because a person may type the same text as any other bot message. */
export const echo = query<
  { contactId: number; connectionId: number; body: string; sinceMs: number },
  unknown
>(`SELECT 1 FROM message m JOIN ticket t ON t.id = m.ticket_id
  WHERE m.contact_id = :contactId AND m.connection_id = :connectionId AND m.from_me = 1 AND m.body = :body AND m.created_at >= :sinceMs
    AND (m.origin = 'system' OR (m.origin = 'bot' AND t.out_of_hours_at >= :sinceMs)) LIMIT 1`);
export const channel = query<{ id: number }, { channel: Ticket["channel"] }>(
  "SELECT channel FROM connection WHERE id = :id",
);
