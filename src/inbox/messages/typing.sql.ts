import { query } from "#platform/db/query.ts";

export const online = query<{ id: number }, unknown>(
  "SELECT 1 FROM connection WHERE id = :id AND status = 'CONNECTED'",
);
export const last = query<
  { ticketId: number },
  { id: string; connectionId: number }
>(`SELECT provider_id AS id, connection_id AS connectionId FROM message
  WHERE ticket_id = :ticketId AND from_me = 0 AND provider_id IS NOT NULL ORDER BY place DESC LIMIT 1`);
