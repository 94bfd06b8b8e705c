import { query } from "#platform/db/query.ts";

export const deleteOld = query<{ before: number; limit: number }>(
  "DELETE FROM api_call WHERE id IN (SELECT id FROM api_call WHERE created_at < :before LIMIT :limit)",
);
