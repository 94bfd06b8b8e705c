import { ConnectionSaved } from "#channels/connections/events.ts";
import { all } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const FORGET =
  "UPDATE connection SET redirect_queue_id = NULL, updated_at = ? WHERE redirect_queue_id = ? RETURNING id";

/** A queue is gone: no connection redirects to it any more (docs/rules/queues.md#deleting). */
export function forgetQueue(unit: TenantUnit, queueId: number): void {
  for (const { id } of all<{ id: number }>(unit.db, FORGET, unit.now, queueId))
    unit.emit(ConnectionSaved, { connectionId: id, created: false });
}
