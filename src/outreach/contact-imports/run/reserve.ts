import { importRunning } from "#outreach/contact-imports/errors.ts";
import { ImportChanged } from "#outreach/contact-imports/events.ts";
import { IMPORT_JOB } from "#outreach/contact-imports/job-names.ts";
import { type ContactImport, contactImport } from "#outreach/contact-imports/schema.ts";
import { isUniqueViolation } from "#platform/db/constraint.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { removeRowsFile } from "./rows-file.ts";

/** Finished imports kept for their reports. */
const KEPT = 50;
/** A file is read in this time or never; then the job gives the import up, ms. */
export const READING_MS = 5 * 60_000;

const FORGET_OLD = `DELETE FROM contact_import WHERE busy IS NULL
  AND id NOT IN (SELECT id FROM contact_import ORDER BY id DESC LIMIT ${KEPT})`;

/** Takes the one place there is, before a byte is read. Throws 409 ERR_IMPORT_RUNNING. */
export function reserveImport(
  { tenant, actor }: UserCtx,
  fields: Pick<ContactImport, "source" | "dryRun" | "contactListId">,
): number {
  try {
    return tenant.write((unit) => {
      run(unit.db, FORGET_OLD);
      // Should this process die while it reads, the job clears the place.
      unit.scheduleWake(IMPORT_JOB, unit.now + READING_MS);
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

/** Undoes a reservation that failed. The rows are deleted first: on a full disk nothing can be written before. */
export async function releaseImport(tenant: Tenant, importId: number): Promise<void> {
  await removeRowsFile(tenant, importId);
  tenant.write((unit) => {
    run(unit.db, "DELETE FROM contact_import WHERE id = ? AND state = 'reading'", importId);
    unit.emit(ImportChanged, { importId });
  });
  tenant.installation.tenants.rescheduleWake(tenant.id, IMPORT_JOB, null);
}
