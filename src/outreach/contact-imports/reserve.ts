import { isUniqueViolation } from "#platform/db/constraint.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { IMPORT_DUE } from "./due.ts";
import { importRunning } from "./errors.ts";
import { ImportChanged } from "./events.ts";
import { removeRowsFile } from "./rows-file.ts";
import { type ContactImport, contactImport } from "./schema.ts";

/** Finished imports kept for their reports. */
const KEPT = 50;
/** A file is read in this time or never; then the job gives the import up, ms. */
export const READING_MS = 5 * 60_000;

const FORGET_OLD = `DELETE FROM contact_import WHERE busy IS NULL
  AND id NOT IN (SELECT id FROM contact_import ORDER BY id DESC LIMIT ${KEPT})`;

/** Takes the one place there is, before a byte is read. Throws 409 ERR_IMPORT_RUNNING. */
export function reserve(
  { tenant, actor }: UserCtx,
  fields: Pick<ContactImport, "source" | "dryRun" | "contactListId">,
): number {
  try {
    return tenant.write((unit) => {
      run(unit.db, FORGET_OLD);
      // Should this process die while it reads, the job clears the place.
      unit.scheduleWake(IMPORT_DUE, unit.now + READING_MS);
      return unit.db
        .insert(contactImport)
        .values({ ...fields, userId: actor.id, state: "reading", busy: 1, createdAt: unit.now })
        .returning({ id: contactImport.id })
        .get().id;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw importRunning();
    throw error;
  }
}

/** Nothing came of it: as if it had never been asked. The rows go first: a full disk may have no room to write before. */
export async function release(tenant: Tenant, importId: number): Promise<void> {
  await removeRowsFile(tenant, importId);
  tenant.write((unit) => {
    run(unit.db, "DELETE FROM contact_import WHERE id = ? AND state = 'reading'", importId);
    unit.emit(ImportChanged, { importId });
  });
  tenant.installation.tenants.rescheduleWake(tenant.id, IMPORT_DUE, null);
}
