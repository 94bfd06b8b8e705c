import type { TicketScope } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";

export const moveTo = query<{ contactId: number }, unknown>(
  "SELECT 1 FROM message_move WHERE to_contact_id = :contactId LIMIT 1",
);
export const places = query<
  { contactId: number },
  TicketScope & { id: number }
>(`SELECT id, status, queue_id AS queueId, user_id AS userId, user_distributed AS userDistributed, participants
  FROM ticket WHERE contact_id = :contactId`);
