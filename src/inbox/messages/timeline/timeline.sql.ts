import type { TicketScope } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";

export const places = query<
  { contactId: number },
  TicketScope & { id: number }
>(`SELECT id, status, queue_id AS queueId, user_id AS userId, user_distributed AS userDistributed
  FROM ticket WHERE contact_id = :contactId`);
