import { statSync } from "node:fs";
import { join } from "node:path";
import type { ArchiveProblem } from "#operations/backups/archive/errors.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { ArchiveContent, CompanyImport, ImportReport } from "./contract.ts";
import * as sql from "./rows.sql.ts";

export type ImportState = CompanyImport["state"];

export interface ImportRow {
  readonly id: number;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly state: ImportState;
  readonly content: string | null;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly companyId: number | null;
  readonly report: string | null;
  readonly trouble: ArchiveProblem | null;
  readonly error: string | null;
  readonly startedAt: number;
  readonly touchedAt: number;
  readonly finishedAt: number | null;
}

/** Directory of uploaded archives, the file of one, and the directory it is unpacked to. */
export const importDirectory = ({ dataDirectory }: Pick<Installation, "dataDirectory">): string =>
  join(dataDirectory, "imports");
export const importFile = (installation: Installation, id: number): string =>
  join(importDirectory(installation), `${id}.tar`);
export const stagingOf = ({ dataDirectory }: Installation, id: number): string =>
  join(dataDirectory, "work", `company-import-${id}`);

/** Bytes of the file that are already received. */
export const receivedBytes = (installation: Installation, id: number): number =>
  statSync(importFile(installation, id), { throwIfNoEntry: false })?.size ?? 0;

/** The newest import. Only one import runs at a time, so it is also the only unfinished one. */
export const lastImport = (system: Db): ImportRow | undefined => queryOne(system, sql.last);

/** The import whose archive is being unpacked, since `touchedAt`. */
export function runningCompanyImport(system: Db): ImportRow | undefined {
  const last = lastImport(system);
  return last?.state === "running" ? last : undefined;
}

/** Throws 404 ERR_NOT_FOUND. */
export function requireImport(system: Db, id: number): ImportRow {
  const row = queryOne(system, sql.byId, { id });
  if (!row) throw notFound();
  return row;
}

/** Inserts an import; returns its id. */
export const insertImport = (
  system: Db,
  fields: {
    readonly fileName: string;
    readonly size: number;
    readonly askedBy: number;
    readonly askedName: string;
    readonly now: number;
  },
): number =>
  execute(system, sql.insert, {
    fileName: fields.fileName,
    sizeBytes: fields.size,
    askedBy: fields.askedBy,
    askedName: fields.askedName,
    startedAt: fields.now,
    touchedAt: fields.now,
  }).id;

/** Changes the state; false when another request did so first. */
export function step(system: Db, id: number, from: ImportState, to: ImportState, now: number): boolean {
  return execute(system, sql.step, { state: to, touchedAt: now, id, from }).changes > 0;
}

export const touch = (system: Db, id: number, now: number): void =>
  void execute(system, sql.touch, { touchedAt: now, id });

export const storeContent = (system: Db, id: number, content: ArchiveContent): void =>
  void execute(system, sql.storeContent, { content: JSON.stringify(content), id });

export const storeProgress = (system: Db, id: number, done: number, total: number): void =>
  void execute(system, sql.storeProgress, { doneBytes: done, totalBytes: total, id });

/** Stores the company that is being created; null after it was discarded. */
export const storeCompany = (system: Db, id: number, companyId: number | null): void =>
  void execute(system, sql.storeCompany, { companyId, id });

/** After a wrong passphrase: waits for another one. */
export const resetImport = (system: Db, id: number, now: number): void =>
  void execute(system, sql.reset, { touchedAt: now, id });

/** Finishes an import unless it is already finished; true when this call finished it. */
export function endImport(
  system: Db,
  id: number,
  end: {
    readonly state: "done" | "failed" | "cancelled";
    readonly now: number;
    readonly report?: ImportReport;
    readonly trouble?: ArchiveProblem;
    readonly error?: string;
  },
): boolean {
  const { changes } = execute(system, sql.end, {
    state: end.state,
    finishedAt: end.now,
    report: end.report ? JSON.stringify(end.report) : null,
    trouble: end.trouble ?? null,
    error: end.error ?? null,
    id,
  });
  return changes > 0;
}
