import { query } from "#platform/db/query.ts";

interface Before {
  before: number;
  failedBefore: number;
}

/** Rows per transaction, so that a large deletion does not delay requests. */
export const BATCH = 2000;

export const deleteOldEvents =
  query<Before>(`DELETE FROM inbound_event WHERE id IN (SELECT id FROM inbound_event
  WHERE finished_at <= :before AND (state <> 'failed' OR finished_at <= :failedBefore) LIMIT ${BATCH})`);
export const deleteOldSends =
  query<Before>(`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE created_at <= :before
  AND (state IN ('sent', 'cancelled') OR (state = 'failed' AND created_at <= :failedBefore)) LIMIT ${BATCH})`);
