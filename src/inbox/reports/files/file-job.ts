import { notify } from "#accounts/notifications/index.ts";
import { actorOfUser } from "#accounts/users/index.ts";
import { ReportFileChanged } from "#inbox/reports/events.ts";
import { mayReadReports } from "#inbox/reports/policy.ts";
import { mailReport } from "#inbox/reports/schedules/mail.ts";
import type { ReportFile } from "#inbox/reports/schema.ts";
import { ContactErasing, ContactsCleared } from "#people/contacts/events.ts";
import { isDiskFull } from "#platform/db/constraint.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./files.sql.ts";
import { removeFiles, removePart } from "./paths.ts";
import { fileById } from "./queries.ts";
import { KEPT_MS, REPORT_FILES } from "./start.ts";
import { writeFile } from "./write-file.ts";

/** Every second: writes the files that were requested, one after the other, and deletes expired ones. */
export const reportFiles = defineDueJob({
  job: REPORT_FILES,
  every: { seconds: 1 },
  whileHeld: true,
  failure: "report file not written; retry in 1 min",
  retryMs: 60_000,
  run: work,
});

async function work(tenant: Tenant): Promise<number | null> {
  const release = tenant.keepOpen();
  try {
    for (
      let next = queryOne(tenant.db, sql.oldestRunning);
      next;
      next = queryOne(tenant.db, sql.oldestRunning)
    ) {
      const file = fileById(tenant.db, next.id);
      if (file) await workOn(tenant, file);
    }
    const expired = queryAll(tenant.db, sql.forgetExpired, { now: tenant.clock.now() });
    removeFiles(
      tenant,
      expired.map(({ id }) => id),
    );
    return queryOne(tenant.db, sql.nextExpiry)?.at ?? null;
  } finally {
    release();
  }
}

/** Writes one file. A full disk or a lost permission fails the file; other errors are retried. */
async function workOn(tenant: Tenant, file: ReportFile): Promise<void> {
  const actor = actorOfUser(tenant, file.userId);
  if (!actor || !mayReadReports(actor)) return fail(tenant, file, "ERR_NO_PERMISSION");
  try {
    if (await writeFile({ tenant, actor }, file)) finish(tenant, file);
  } catch (error) {
    if (isDiskFull(error)) return fail(tenant, file, "ERR_STORAGE_FULL");
    if (error instanceof AppError) return fail(tenant, file, error.code);
    throw error;
  }
}

function finish(tenant: Tenant, { id, userId, attempt }: ReportFile): void {
  const isDone = tenant.write((unit) => {
    if (execute(unit.db, sql.finish, { id, attempt, expiresAt: unit.now + KEPT_MS }).changes === 0)
      return false;
    notify(unit, [userId], { kind: "report_ready", ticketId: null, subjectId: id });
    const file = fileById(unit.db, id);
    if (file) mailReport(tenant, file);
    unit.emit(ReportFileChanged, { fileId: id, userId });
    return true;
  });
  // The temporary part of a spreadsheet is no longer needed; a cancelled file needs no file at all.
  if (isDone) removePart(tenant, id);
  else removeFiles(tenant, [id]);
}

function fail(tenant: Tenant, { id, userId }: ReportFile, error: string): void {
  removeFiles(tenant, [id]);
  tenant.write((unit) => {
    execute(unit.db, sql.fail, { id, error });
    unit.emit(ReportFileChanged, { fileId: id, userId });
  });
}

/** Erasing any person deletes all stored files of the company, and restarts the files in progress. */
export function deleteFilesWithPeople({ bus }: Installation): void {
  const clear = (unit: TenantUnit) => {
    const stored = queryAll(unit.db, sql.forgetStored).map(({ id }) => id);
    execute(unit.db, sql.restartAll);
    unit.afterCommit(() => removeFiles(unit.tenant, stored));
  };
  bus.within(ContactErasing, clear);
  bus.within(ContactsCleared, clear);
}
