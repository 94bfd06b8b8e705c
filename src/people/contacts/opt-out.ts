import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";
import { ContactUpdated } from "./events.ts";

/**
 * Sets whether a contact has opted out of campaigns. Returns whether that is a change. Checks no permissions.
 */
export function setOptedOut(unit: TenantUnit, contactId: number, optedOut: boolean): boolean {
  const statement = optedOut ? sql.optOut : sql.cancelOptOut;
  if (execute(unit.db, statement, { now: unit.now, contactId }).changes === 0) return false;
  unit.emit(ContactUpdated, { contactId });
  return true;
}
