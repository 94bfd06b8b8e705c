import type { webhookOutage } from "#channels/connections/schema.ts";
import { query } from "#platform/db/query.ts";

export type OutageRow = Pick<typeof webhookOutage.$inferSelect, "kind" | "fromAt" | "toAt">;

export const beat = query<{ now: number }>(
  "INSERT INTO server_heartbeat (id, at) VALUES (1, :now) ON CONFLICT (id) DO UPDATE SET at = :now",
);
export const lastBeat = query<Record<never, never>, { at: number }>("SELECT at FROM server_heartbeat");
export const insert = query<{ kind: string; fromAt: number; toAt: number }>(
  "INSERT INTO webhook_outage (kind, from_at, to_at) VALUES (:kind, :fromAt, :toAt)",
);
export const prolong = query<{ fromAt: number; toAt: number }>(
  "UPDATE webhook_outage SET to_at = :toAt WHERE kind = 'refused' AND to_at >= :fromAt",
);
export const deleteOld = query<{ before: number }>("DELETE FROM webhook_outage WHERE to_at < :before");
export const since = query<{ since: number }, OutageRow>(
  "SELECT kind, from_at AS fromAt, to_at AS toAt FROM webhook_outage WHERE to_at > :since ORDER BY to_at DESC",
);
