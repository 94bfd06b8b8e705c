import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";

/**
 * Makes the stored members of a group equal to those the network reported
 * (docs/rules/inbound.md#special-kinds).
 */
export function storeGroupMembers(unit: TenantUnit, groupId: number, contactIds: readonly number[]): void {
  const ids = JSON.stringify(contactIds);
  execute(unit.db, sql.deleteFormerMembers, { groupId, ids });
  execute(unit.db, sql.insertNewMembers, { groupId, ids });
}
