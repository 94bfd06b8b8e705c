import { query } from "#platform/db/query.ts";

export const BATCH = 2000;

export const deleteOld = query<{
  before: number;
  failedBefore: number;
}>(`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE created_at <= :before
  AND (state IN ('sent', 'cancelled') OR (state = 'failed' AND created_at <= :failedBefore)) LIMIT ${BATCH})`);
