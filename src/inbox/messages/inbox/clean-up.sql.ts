import { query } from "#platform/db/query.ts";

/** Rows per transaction: nobody waits behind a big deletion. */
export const BATCH = 2000;

export const deleteOld = query<{
  before: number;
  failedBefore: number;
}>(`DELETE FROM inbound_event WHERE id IN (SELECT id FROM inbound_event
  WHERE finished_at <= :before AND (state <> 'failed' OR finished_at <= :failedBefore) LIMIT ${BATCH})`);
