import { query } from "#platform/db/query.ts";

/** Rows of one transaction: a few milliseconds. */
export const BATCH = 500;
export const deleteOld = query<{ before: number }>(
  `DELETE FROM integration_delivery WHERE id IN (SELECT id FROM integration_delivery
   WHERE created_at <= :before AND state IN ('done', 'failed') LIMIT ${BATCH})`,
);
export const oldest = query<Record<never, never>, { readonly at: number | null }>(
  "SELECT min(created_at) AS at FROM integration_delivery",
);
