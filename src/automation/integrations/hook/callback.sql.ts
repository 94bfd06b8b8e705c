import { query } from "#platform/db/query.ts";

export const callbackById = query<{ ticketId: number; uuid: string }, unknown>(
  "SELECT 1 FROM integration_delivery WHERE ticket_id = :ticketId AND uuid = :uuid AND event = 'callback'",
);
