import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { ImportChanged } from "#outreach/contact-imports/events.ts";
import { canCancel } from "#outreach/contact-imports/policy.ts";
import { visibleImport } from "#outreach/contact-imports/queries.ts";
import { contactImport } from "#outreach/contact-imports/schema.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { deleteImportFiles, emitProgress } from "./process-rows.ts";

/**
 * `DELETE /contacts/import/{id}`: cancels an import, for the user who started it and for admins; contacts imported so
 * far stay. A finished import is not changed. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION.
 */
export function cancelImport(ctx: UserCtx, importId: number): void {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    const row = visibleImport(ctx, importId);
    if (!canCancel(actor, row)) throw noPermission();
    const { changes } = unit.db
      .update(contactImport)
      .set({ state: "cancelled", busy: null, finishedAt: unit.now })
      .where(and(eq(contactImport.id, importId), eq(contactImport.state, "running")))
      .run();
    if (changes === 0) return;
    unit.emit(ImportChanged, { importId });
    if (!row.dryRun) emitProgress(unit, row, true);
    unit.afterCommit(() => deleteImportFiles(tenant, importId));
  });
}

/** Called when a list is deleted: cancels the running imports into it and deletes its imports with their reports. */
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
