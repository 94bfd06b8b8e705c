import { fileLanguage, timeZoneOf } from "#accounts/settings/index.ts";
import { requireDisk } from "#channels/media/index.ts";
import { periodOf } from "#inbox/dashboard/index.ts";
import type { Cursor, Rows } from "#inbox/reports/attendances/attendances.sql.ts";
import { countRows } from "#inbox/reports/attendances/pages.ts";
import { exportRunning, exportTooLarge, requireReader } from "#inbox/reports/errors.ts";
import { ReportFileChanged } from "#inbox/reports/events.ts";
import { reportFile } from "#inbox/reports/schema.ts";
import { dayAt } from "#platform/dates.ts";
import { isUniqueViolation } from "#platform/db/constraint.ts";
import { execute } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { type FileBody, MOST_ROWS } from "./contract.ts";
import * as sql from "./files.sql.ts";
import { removeFiles } from "./paths.ts";
import { ownFile } from "./queries.ts";
import { rowsOf } from "./rows.ts";

/** Job name in the wake-up schedule of companies with files. */
export const REPORT_FILES = "report_files";
/** How long a file is kept after it was requested or finished, ms. */
export const KEPT_MS = 24 * 60 * 60_000;
/** Number of rows of the period counted per turn of the event loop. */
const COUNTED_AT_ONCE = 5_000;

/**
 * `POST /reports/files`: starts writing a file in the background (docs/rules/reports.md#files). A relative period is resolved now.
 * Throws 403 ERR_NO_PERMISSION, 409 ERR_EXPORT_RUNNING, 400 ERR_EXPORT_TOO_LARGE, 507 ERR_STORAGE_FULL and the errors of
 * `wantedRows`.
 */
export async function startFile(ctx: UserCtx, body: FileBody): Promise<{ id: number }> {
  const { tenant, actor } = ctx;
  requireReader(actor);
  requireDisk(tenant.installation, 0);
  const { days: _, ...rest } = body.filter;
  const zone = timeZoneOf(tenant);
  const { from, to } = periodOf(body.filter, dayAt(tenant.clock.now(), zone), zone);
  const filter = { ...rest, date_from: from, date_to: to };
  const rows = rowsOf(ctx, body.kind, filter);
  const total = rows ? await sizeOf(tenant, rows, body) : 1;
  return tenant.write((unit) => {
    const fields = {
      ...{ userId: actor.id, kind: body.kind, format: body.format, filter, columns: body.columns, total },
      language: fileLanguage(tenant, body.language),
    };
    return { id: insertFile(unit, fields) };
  });
}

function insertFile(
  unit: TenantUnit,
  fields: Omit<typeof reportFile.$inferInsert, "state" | "createdAt" | "expiresAt">,
): number {
  try {
    const { id } = unit.db
      .insert(reportFile)
      .values({ ...fields, state: "running", createdAt: unit.now, expiresAt: unit.now + KEPT_MS })
      .returning({ id: reportFile.id })
      .get();
    unit.scheduleWake(REPORT_FILES, unit.now);
    unit.emit(ReportFileChanged, { fileId: id, userId: fields.userId });
    return id;
  } catch (error) {
    if (isUniqueViolation(error)) throw exportRunning();
    throw error;
  }
}

/** The number of rows, counted in steps. Throws 400 ERR_EXPORT_TOO_LARGE. */
async function sizeOf(tenant: Tenant, rows: Rows, { format }: Pick<FileBody, "format">): Promise<number> {
  const limit = MOST_ROWS[format];
  let total = 0;
  let after: Cursor | undefined;
  for (;;) {
    const { count, next } = countRows(tenant.db, rows, { after, most: COUNTED_AT_ONCE });
    total += count;
    if (total > limit) throw exportTooLarge(limit);
    if (next === null) return total;
    after = next;
    await yieldToEventLoop(tenant);
  }
}

/** `DELETE /reports/files/{id}`: cancels a file of the caller; a finished file is kept. Throws 404 ERR_NOT_FOUND. */
export function cancelFile(ctx: UserCtx, id: number): void {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    ownFile(ctx, id);
    if (execute(unit.db, sql.cancel, { id }).changes === 0) return;
    unit.afterCommit(() => removeFiles(tenant, [id]));
    unit.emit(ReportFileChanged, { fileId: id, userId: actor.id });
  });
}
