import { and, desc, eq, isNull } from "drizzle-orm";
import { type ReportFile, reportFile } from "#inbox/reports/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { ReportFileAnswer } from "./contract.ts";

export const fileById = (db: Db, id: number): ReportFile | undefined =>
  db.select().from(reportFile).where(eq(reportFile.id, id)).get();

/** A file that the caller has requested. Throws 404 ERR_NOT_FOUND. */
export function ownFile({ tenant, actor }: UserCtx, id: number): ReportFile {
  const file = fileById(tenant.db, id);
  if (file?.userId !== actor.id) throw notFound();
  return file;
}

/** The files of the caller, newest first. */
export const filesOf = ({ tenant, actor }: UserCtx): readonly ReportFile[] =>
  tenant.db
    .select()
    .from(reportFile)
    .where(eq(reportFile.userId, actor.id))
    .orderBy(desc(reportFile.id))
    .limit(20)
    .all();

/** The file that is being written for the caller, for the notice bell. */
export const runningFile = ({ tenant, actor }: UserCtx): ReportFile | undefined =>
  tenant.db
    .select()
    .from(reportFile)
    .where(
      and(eq(reportFile.userId, actor.id), eq(reportFile.state, "running"), isNull(reportFile.scheduleName)),
    )
    .get();

export const presentFile = (file: ReportFile): ReportFileAnswer => ({
  id: file.id,
  kind: file.kind,
  format: file.format,
  state: file.state,
  error: file.error,
  done: file.done,
  total: file.total,
  from: file.filter.date_from ?? "",
  to: file.filter.date_to ?? "",
  scheduleName: file.scheduleName,
  createdAt: new Date(file.createdAt).toISOString(),
  expiresAt: new Date(file.expiresAt).toISOString(),
});
