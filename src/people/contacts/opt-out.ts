import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ContactUpdated } from "./events.ts";

const LEAVE = "UPDATE contact SET opted_out_at = ?1, updated_at = ?1 WHERE id = ?2 AND opted_out_at IS NULL";
const COME_BACK =
  "UPDATE contact SET opted_out_at = NULL, updated_at = ?1 WHERE id = ?2 AND opted_out_at IS NOT NULL";

/** Marks whether a contact wants no campaigns. Answers whether that is a change. Checks no rights. */
export function setOptedOut(unit: TenantUnit, contactId: number, optedOut: boolean): boolean {
  if (run(unit.db, optedOut ? LEAVE : COME_BACK, unit.now, contactId).changes === 0) return false;
  unit.emit(ContactUpdated, { contactId });
  return true;
}
