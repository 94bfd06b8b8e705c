import { all } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { QueueUpdated } from "./events.ts";

const QUEUES = "UPDATE queue SET integration_id = NULL WHERE integration_id = ? RETURNING id";
const OPTIONS = `UPDATE queue_option SET integration_id = NULL, action = 'say' WHERE integration_id = ?
  RETURNING queue_id AS id`;

/** No queue and no option leads to this integration any more. */
export function forgetIntegration(unit: TenantUnit, integrationId: number): void {
  const changed = [QUEUES, OPTIONS].flatMap((sql) => all<{ id: number }>(unit.db, sql, integrationId));
  for (const queueId of new Set(changed.map(({ id }) => id))) unit.emit(QueueUpdated, { queueId });
}
