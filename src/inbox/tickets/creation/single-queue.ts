import { queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./creation.sql.ts";

/** With one queue there is nothing to choose (docs/rules/queue-menu.md#cases); null with none or several. */
export function singleQueueOf(unit: TenantUnit, connectionId: number): number | null {
  const [first, second] = queryAll(unit.db, sql.queuesOfConnection, { connectionId });
  return first && !second ? first.id : null;
}
