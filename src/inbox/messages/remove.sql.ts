import { query } from "#platform/db/query.ts";

export const deleteMessages = query<{ ids: string }>(
  "DELETE FROM message WHERE id IN (SELECT value FROM json_each(:ids))",
);
