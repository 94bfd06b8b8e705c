import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { ImportChanged } from "#outreach/contact-imports/events.ts";
import { contactImport } from "#outreach/contact-imports/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { deleteImportFiles } from "./process-rows.ts";

/** A list is deleted: cancels running imports into it and deletes its imports with their reports. */
export function deleteImportsOf(unit: TenantUnit, contactListId: number): void {
  const ofList = eq(contactImport.contactListId, contactListId);
  const cancelled = unit.db
    .update(contactImport)
    .set({ state: "cancelled", busy: null, finishedAt: unit.now })
    .where(and(ofList, isNotNull(contactImport.busy)))
    .returning({ id: contactImport.id })
    .all();
  for (const { id } of cancelled) {
    unit.emit(ImportChanged, { importId: id });
    unit.afterCommit(() => deleteImportFiles(unit.tenant, id));
  }
  unit.db
    .delete(contactImport)
    .where(and(ofList, isNull(contactImport.busy)))
    .run();
}
