import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const LEFT = `DELETE FROM group_member WHERE group_id = ?1
  AND contact_id NOT IN (SELECT value FROM json_each(?2))`;
const JOINED = `INSERT OR IGNORE INTO group_member (group_id, contact_id)
  SELECT ?1, value FROM json_each(?2)`;

/** The network said who is in a group: makes the cache exactly that (docs/rules/inbound.md#special-kinds). */
export function keepGroupMembers(unit: TenantUnit, groupId: number, contactIds: readonly number[]): void {
  const ids = JSON.stringify(contactIds);
  run(unit.db, LEFT, groupId, ids);
  run(unit.db, JOINED, groupId, ids);
}
