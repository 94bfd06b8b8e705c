import { statSync } from "node:fs";
import { join } from "node:path";
import type { ArchiveProblem } from "#operations/backups/archive/errors.ts";
import { type Db, one, run } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { ArchiveContent, CompanyImport, ImportReport } from "./contract.ts";

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

const COLUMNS = `id, file_name AS fileName, size_bytes AS sizeBytes, state, content, done_bytes AS doneBytes,
  total_bytes AS totalBytes, company_id AS companyId, report, trouble, error, started_at AS startedAt,
  touched_at AS touchedAt, finished_at AS finishedAt`;

/** Directory of uploaded archives, the file of one, and the directory it is unpacked to. */
export const importDirectory = ({ dataDirectory }: Pick<Installation, "dataDirectory">): string =>
  join(dataDirectory, "imports");
export const importFile = (installation: Installation, id: number): string =>
  join(importDirectory(installation), `${id}.tar`);
export const stagingOf = ({ dataDirectory }: Installation, id: number): string =>
  join(dataDirectory, "work", `company-import-${id}`);

/** Bytes of the file that are here. */
export const receivedBytes = (installation: Installation, id: number): number =>
  statSync(importFile(installation, id), { throwIfNoEntry: false })?.size ?? 0;

/** The newest import; there is one place, so it is also the only one on its way. */
export const lastImport = (system: Db): ImportRow | undefined =>
  one<ImportRow>(system, `SELECT ${COLUMNS} FROM company_import ORDER BY id DESC LIMIT 1`);

/** The import whose archive is being taken out, since `touchedAt`. */
export function runningCompanyImport(system: Db): ImportRow | undefined {
  const last = lastImport(system);
  return last?.state === "running" ? last : undefined;
}

/** Throws 404 ERR_NOT_FOUND. */
export function requireImport(system: Db, id: number): ImportRow {
  const row = one<ImportRow>(system, `SELECT ${COLUMNS} FROM company_import WHERE id = ?`, id);
  if (!row) throw notFound();
  return row;
}

/** Inserts one; returns its id. */
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
  run(
    system,
    `INSERT INTO company_import (file_name, size_bytes, asked_by, asked_name, started_at, touched_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    fields.fileName,
    fields.size,
    fields.askedBy,
    fields.askedName,
    fields.now,
    fields.now,
  ).id;

/** Changes the state; false when another request did so first. */
export function step(system: Db, id: number, from: ImportState, to: ImportState, now: number): boolean {
  const sql = `UPDATE company_import SET state = ?, touched_at = ?, trouble = NULL, error = NULL
    WHERE id = ? AND state = ?`;
  return run(system, sql, to, now, id, from).changes > 0;
}

export const touch = (system: Db, id: number, now: number): void =>
  void run(system, "UPDATE company_import SET touched_at = ? WHERE id = ?", now, id);

export const storeContent = (system: Db, id: number, content: ArchiveContent): void =>
  void run(system, "UPDATE company_import SET content = ? WHERE id = ?", JSON.stringify(content), id);

export const storeProgress = (system: Db, id: number, done: number, total: number): void =>
  void run(system, "UPDATE company_import SET done_bytes = ?, total_bytes = ? WHERE id = ?", done, total, id);

/** The company that is being made; null: there is none any more. */
export const storeCompany = (system: Db, id: number, companyId: number | null): void =>
  void run(system, "UPDATE company_import SET company_id = ? WHERE id = ?", companyId, id);

/** After a wrong passphrase: back to waiting for one. */
export const resetImport = (system: Db, id: number, now: number): void =>
  void run(
    system,
    `UPDATE company_import SET state = 'ready', trouble = 'passphrase', touched_at = ?
       WHERE id = ? AND state = 'running'`,
    now,
    id,
  );

/** It is over, unless it was before; true when this was the end of it. */
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
  const { changes } = run(
    system,
    `UPDATE company_import SET state = ?, finished_at = ?, touched_at = ?, report = ?, trouble = ?, error = ?
       WHERE id = ? AND finished_at IS NULL`,
    end.state,
    end.now,
    end.now,
    end.report ? JSON.stringify(end.report) : null,
    end.trouble ?? null,
    end.error ?? null,
    id,
  );
  return changes > 0;
}
