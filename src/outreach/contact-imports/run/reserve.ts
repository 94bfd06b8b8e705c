import { and, eq } from "drizzle-orm";
import * as sql from "#outreach/contact-imports/contact-imports.sql.ts";
import { importRunning } from "#outreach/contact-imports/errors.ts";
import { ImportChanged } from "#outreach/contact-imports/events.ts";
import { IMPORT_JOB } from "#outreach/contact-imports/job-names.ts";
import { type ContactImport, contactImport } from "#outreach/contact-imports/schema.ts";
import { isUniqueViolation } from "#platform/db/constraint.ts";
import { execute } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { removeRowsFile } from "./rows-file.ts";

/** Time to read the upload; then the job marks the import as failed, ms. */
export const READING_MS = 5 * 60_000;

/** Reserves the one running import of the company before the upload is read. Throws 409 ERR_IMPORT_RUNNING. */
export function reserveImport(
  { tenant, actor }: UserCtx,
  fields: Pick<ContactImport, "source" | "dryRun" | "contactListId">,
): number {
  try {
    return tenant.write((unit) => {
      execute(unit.db, sql.deleteOld);
      // If the process dies while it reads, the job releases the reservation.
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

/**
 * Undoes a reservation after an error. The rows file is deleted first, because on a full disk nothing can be written
 * before.
 */
export async function releaseImport(tenant: Tenant, importId: number): Promise<void> {
  await removeRowsFile(tenant, importId);
  tenant.write((unit) => {
    unit.db
      .delete(contactImport)
      .where(and(eq(contactImport.id, importId), eq(contactImport.state, "reading")))
      .run();
    unit.emit(ImportChanged, { importId });
  });
  tenant.installation.tenants.rescheduleWake(tenant.id, IMPORT_JOB, null);
}
