import { query } from "#platform/db/query.ts";

export const closingOf = query<{ messageId: number }, { readonly ticketId: number }>(
  "SELECT ticket_id AS ticketId FROM api_closing WHERE message_id = :messageId",
);
export const remove = query<{ messageId: number }>("DELETE FROM api_closing WHERE message_id = :messageId");
