import { query } from "#platform/db/query.ts";

/** Rows per transaction, so that a large deletion does not delay requests. */
export const BATCH = 2000;

export const deleteOld = query<{
  before: number;
  failedBefore: number;
}>(`DELETE FROM inbound_event WHERE id IN (SELECT id FROM inbound_event
  WHERE finished_at <= :before AND (state <> 'failed' OR finished_at <= :failedBefore) LIMIT ${BATCH})`);
