import { ImportChanged } from "#outreach/contact-imports/events.ts";
import { all, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { deleteImportFiles } from "./process-rows.ts";

const RUNNING = "SELECT id FROM contact_import WHERE contact_list_id = ? AND busy IS NOT NULL";
const STOP = "UPDATE contact_import SET state = 'cancelled', busy = NULL, finished_at = ? WHERE id = ?";
const FORGET = "DELETE FROM contact_import WHERE contact_list_id = ? AND busy IS NULL";

/** A list is deleted: cancels running imports into it and deletes its imports with their reports. */
export function deleteImportsOf(unit: TenantUnit, contactListId: number): void {
  for (const { id } of all<{ id: number }>(unit.db, RUNNING, contactListId)) {
    run(unit.db, STOP, unit.now, id);
    unit.emit(ImportChanged, { importId: id });
    unit.afterCommit(() => deleteImportFiles(unit.tenant, id));
  }
  run(unit.db, FORGET, contactListId);
}
