import { and, eq } from "drizzle-orm";
import * as sql from "#outreach/contact-imports/contact-imports.sql.ts";
import { importRunning } from "#outreach/contact-imports/errors.ts";
import { ImportChanged } from "#outreach/contact-imports/events.ts";
import { IMPORT_JOB } from "#outreach/contact-imports/job-names.ts";
import { unfinishedImport } from "#outreach/contact-imports/queries.ts";
import { type ContactImport, contactImport } from "#outreach/contact-imports/schema.ts";
import { execute } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { deleteImportFiles, processRows } from "./process-rows.ts";
import { removeRowsFile } from "./rows-file.ts";

/** Time to read the upload; then the job marks the import as failed, ms. */
const READING_MS = 5 * 60_000;

/** Reserves the one running import of the company before the upload is read. Throws 409 ERR_IMPORT_RUNNING. */
export function reserveImport(
  { tenant, actor }: UserCtx,
  fields: Pick<ContactImport, "source" | "dryRun" | "contactListId">,
): number {
  if (unfinishedImport(tenant.db)) throw importRunning();
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

/** Longest run, ms, so that a stop never waits longer; the next run continues. */
const RUN_MS = 800;
/** Pause between two transactions, about as long as one, so that other work runs, ms. */
const PAUSE_MS = 15;

/** Processes imports, 100 rows per company in turn (docs/rules/imports.md#contacts, docs/rules/jobs.md#periods). */
export const importJob = defineJob<Installation>({
  name: IMPORT_JOB,
  every: { seconds: 1 },
  async run(installation) {
    const { tenants, clock, log } = installation;
    const until = performance.now() + RUN_MS;
    for (
      let companies = tenants.dueCompanies(IMPORT_JOB, clock.now());
      companies.length > 0 && performance.now() < until;
    ) {
      for (const companyId of companies) {
        try {
          tenants.rescheduleWake(companyId, IMPORT_JOB, processImport(tenants.open(companyId)));
        } catch (error) {
          log.error({ company: companyId, err: error }, "contact import failed; it is retried");
          tenants.rescheduleWake(companyId, IMPORT_JOB, clock.now() + 60_000);
        }
        await Bun.sleep(PAUSE_MS);
      }
      companies = tenants.dueCompanies(IMPORT_JOB, clock.now());
    }
  },
});

/** Processes the due import of a company. Returns when to run again, ms; null = no rows are left. */
function processImport(tenant: Tenant): number | null {
  const row = unfinishedImport(tenant.db);
  const now = tenant.clock.now();
  if (!row) return null;
  if (row.state === "reading") {
    if (now - row.createdAt < READING_MS) return row.createdAt + READING_MS;
    markFailed(tenant, row.id);
    return null;
  }
  try {
    return processRows(tenant, row.id) ? now : null;
  } catch (error) {
    // Without its file of rows the import cannot continue and fails; other errors are retried.
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    markFailed(tenant, row.id);
    return null;
  }
}

function markFailed(tenant: Tenant, importId: number): void {
  tenant.write((unit) => {
    unit.db
      .update(contactImport)
      .set({ state: "failed", busy: null, finishedAt: unit.now })
      .where(eq(contactImport.id, importId))
      .run();
    unit.emit(ImportChanged, { importId });
    unit.afterCommit(() => deleteImportFiles(tenant, importId));
  });
}
