import { eq } from "drizzle-orm";
import { ConnectionSaved } from "#channels/connections/events.ts";
import { connection } from "#channels/connections/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Removes a deleted integration from the connections that use it. */
export function unlinkIntegration(unit: TenantUnit, integrationId: number): void {
  const changed = unit.db
    .update(connection)
    .set({ integrationId: null })
    .where(eq(connection.integrationId, integrationId))
    .returning({ id: connection.id })
    .all();
  announce(unit, changed);
}

/** Removes a deleted queue as redirect target of connections (docs/rules/queues.md#deleting). */
export function unlinkQueue(unit: TenantUnit, queueId: number): void {
  const changed = unit.db
    .update(connection)
    .set({ redirectQueueId: null, updatedAt: unit.now })
    .where(eq(connection.redirectQueueId, queueId))
    .returning({ id: connection.id })
    .all();
  announce(unit, changed);
}

function announce(unit: TenantUnit, changed: readonly { readonly id: number }[]): void {
  for (const { id } of changed) unit.emit(ConnectionSaved, { connectionId: id, created: false });
}
