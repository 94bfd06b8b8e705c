import { query } from "#platform/db/query.ts";

/** `ids` is a JSON list. */
export const followMessages = query<{ contactId: number; ids: string }>(
  "UPDATE message_cost SET contact_id = :contactId WHERE message_id IN (SELECT value FROM json_each(:ids))",
);
export const move = query<{ toId: number; fromId: number }, { readonly id: number }>(
  "UPDATE message_cost SET contact_id = :toId WHERE contact_id = :fromId RETURNING message_id AS id",
);
export const moveBack = query<{
  toId: number;
  fromId: number;
  ids: string;
}>(`UPDATE message_cost SET contact_id = :toId
  WHERE contact_id = :fromId AND message_id IN (SELECT value FROM json_each(:ids))`);
