import { join } from "node:path";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./rows.sql.ts";

/** The file of an export is kept this long, ms. */
export const KEPT_MS = 24 * 60 * 60_000;

export interface ExportRow {
  readonly id: number;
  readonly companyId: number;
  readonly state: "running" | "done" | "failed" | "cancelled";
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly sizeBytes: number | null;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly expiresAt: number | null;
  readonly error: string | null;
}

/** The directory of all exports, and the file of one. */
export const exportDirectory = ({ dataDirectory }: Installation): string => join(dataDirectory, "exports");
export const exportFile = (installation: Installation, id: number): string =>
  join(exportDirectory(installation), `${id}.tar`);

export const exportById = (system: Db, id: number): ExportRow | undefined =>
  queryOne(system, sql.byId, { id });
export const lastExport = (system: Db, companyId: number): ExportRow | undefined =>
  queryOne(system, sql.lastOfCompany, { companyId });
export const runningExports = (system: Db): number => queryOne(system, sql.countRunning)?.n ?? 0;

/** Running exports, newest first. */
export const runningExportRows = (system: Db): readonly ExportRow[] => queryAll(system, sql.running);

/** Inserts an export; returns its id. */
export const insertExport = (
  system: Db,
  fields: {
    readonly companyId: number;
    readonly askedBy: number;
    readonly askedName: string;
    readonly now: number;
  },
): number =>
  execute(system, sql.insert, {
    companyId: fields.companyId,
    askedBy: fields.askedBy,
    askedName: fields.askedName,
    startedAt: fields.now,
  }).id;

export const storeProgress = (system: Db, id: number, done: number, total: number): void =>
  void execute(system, sql.storeProgress, { doneBytes: done, totalBytes: total, id });

/** Finishes an export unless it was cancelled; true when this call finished it. */
export function endExport(
  system: Db,
  id: number,
  end: Pick<ExportRow, "state" | "sizeBytes" | "finishedAt" | "expiresAt" | "error">,
): boolean {
  const { changes } = execute(system, sql.end, {
    state: end.state,
    sizeBytes: end.sizeBytes,
    finishedAt: end.finishedAt,
    expiresAt: end.expiresAt,
    error: end.error,
    id,
  });
  return changes > 0;
}

/** Ids of exports whose file has expired, at most 200. */
export const expiredExports = (system: Db, nowMs: number): readonly number[] =>
  queryAll(system, sql.expired, { expiresAt: nowMs }).map(({ id }) => id);
export const forgetFile = (system: Db, id: number): void => void execute(system, sql.forgetFile, { id });
