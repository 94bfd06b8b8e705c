import { query } from "#platform/db/query.ts";

export const freeClientId = query<{ clientMessageId: string }>(
  "UPDATE message SET client_message_id = NULL, client_hash = NULL WHERE client_message_id = :clientMessageId",
);
