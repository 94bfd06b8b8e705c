import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** The customer was greeted in this ticket: that happens once (behaviour 8.1). */
export function noteGreeted(unit: TenantUnit, ticketId: number): void {
  run(unit.db, "UPDATE ticket SET greeted_at = ? WHERE id = ? AND greeted_at IS NULL", unit.now, ticketId);
}
