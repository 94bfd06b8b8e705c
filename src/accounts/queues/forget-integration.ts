import { queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { QueueUpdated } from "./events.ts";
import * as sql from "./queues.sql.ts";

/** Removes references of queues and options to a deleted integration. */
export function forgetIntegration(unit: TenantUnit, integrationId: number): void {
  const changed = [sql.clearIntegrationOfQueues, sql.clearIntegrationOfOptions].flatMap((statement) =>
    queryAll(unit.db, statement, { integrationId }),
  );
  for (const queueId of new Set(changed.map(({ id }) => id))) unit.emit(QueueUpdated, { queueId });
}
