import { all } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const QUEUES = "SELECT queue_id AS id FROM connection_queue WHERE connection_id = ? LIMIT 2";

/** With one queue there is nothing to choose (docs/rules/queue-menu.md#cases); null with none or several. */
export function singleQueueOf(unit: TenantUnit, connectionId: number): number | null {
  const [first, second] = all<{ id: number }>(unit.db, QUEUES, connectionId);
  return first && !second ? first.id : null;
}
