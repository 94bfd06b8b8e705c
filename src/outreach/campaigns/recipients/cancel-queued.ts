import { cancelQueued } from "#inbox/messages/index.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { all } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

// By the connection's queue, which is short; the keys of everything that was sent are many.
const QUEUED = `SELECT id FROM outbox WHERE connection_id = ? AND state = 'queued' AND +source = 'campaign'
  AND source_key >= ? AND source_key < ?`;

/** Cancels queued messages in the outbox; those being sent complete as usual. */
export function cancelQueuedOf(unit: TenantUnit, { id, connectionId }: Campaign): void {
  if (connectionId === null) return;
  const rows = all<{ id: number }>(unit.db, QUEUED, connectionId, `campaign:${id}:`, `campaign:${id};`);
  for (const row of rows) cancelQueued(unit, row.id);
}
