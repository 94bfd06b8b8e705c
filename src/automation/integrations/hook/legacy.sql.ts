import { query } from "#platform/db/query.ts";

export const chatsOf = query<{ contactId: number }, { readonly chat: string }>(
  "SELECT DISTINCT kind || ':' || value AS chat FROM contact_identity WHERE contact_id = :contactId",
);
export const eventOf = query<
  { connectionId: number; chat: string; providerId: string },
  { readonly payload: string }
>(
  `SELECT payload FROM inbound_event
   WHERE connection_id = :connectionId AND chat_key = :chat AND kind = 'message' AND event_key = :providerId`,
);
