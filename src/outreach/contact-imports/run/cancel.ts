import { ImportChanged } from "#outreach/contact-imports/events.ts";
import { canCancel } from "#outreach/contact-imports/policy.ts";
import { visibleImport } from "#outreach/contact-imports/queries.ts";
import { run } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { deleteImportFiles, emitProgress } from "./process-rows.ts";

const CANCEL = `UPDATE contact_import SET state = 'cancelled', busy = NULL, finished_at = ?
  WHERE id = ? AND state = 'running'`;

/**
 * `DELETE /contacts/import/{id}`: the user who started it, and admins; contacts imported so far stay. One that has ended
 * is left as it is. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION.
 */
export function cancelImport(ctx: UserCtx, importId: number): void {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    const row = visibleImport(ctx, importId);
    if (!canCancel(actor, row)) throw noPermission();
    if (run(unit.db, CANCEL, unit.now, importId).changes === 0) return;
    unit.emit(ImportChanged, { importId });
    if (!row.dryRun) emitProgress(unit, row, true);
    unit.afterCommit(() => deleteImportFiles(tenant, importId));
  });
}
