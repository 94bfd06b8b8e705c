import { cancelQueued } from "#inbox/messages/index.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./recipients.sql.ts";

/** Cancels queued messages in the outbox; those being sent complete as usual. */
export function cancelQueuedOf(unit: TenantUnit, { id, connectionId }: Campaign): void {
  if (connectionId === null) return;
  const keys = { from: `campaign:${id}:`, to: `campaign:${id};` };
  const rows = queryAll(unit.db, sql.queuedInOutbox, { connectionId, ...keys });
  for (const row of rows) cancelQueued(unit, row.id);
}
