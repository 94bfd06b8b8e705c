import { query } from "#platform/db/query.ts";

export const officialConnections = query<Record<never, never>, { readonly id: number }>(
  "SELECT id FROM connection WHERE provider = 'cloud' AND deleted_at IS NULL AND status = 'CONNECTED' ORDER BY id",
);
export const storeCheck = query<{ connectionId: number; now: number; subscribedAt: number | null }>(
  `INSERT INTO reconciliation_phone (connection_id, subscription_checked_at, subscribed_at)
   VALUES (:connectionId, :now, :subscribedAt)
   ON CONFLICT (connection_id) DO UPDATE SET subscription_checked_at = :now,
     subscribed_at = coalesce(:subscribedAt, subscribed_at)`,
);
