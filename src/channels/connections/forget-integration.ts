import { all } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ConnectionSaved } from "./events.ts";

const FORGET = "UPDATE connection SET integration_id = NULL WHERE integration_id = ? RETURNING id";

/** No connection leads to this integration any more. */
export function forgetIntegration(unit: TenantUnit, integrationId: number): void {
  for (const { id } of all<{ id: number }>(unit.db, FORGET, integrationId))
    unit.emit(ConnectionSaved, { connectionId: id, created: false });
}
