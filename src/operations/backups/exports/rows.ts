import { join } from "node:path";
import { all, type Db, one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

/** The file of an export stays so long, ms. */
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

const COLUMNS = `id, company_id AS companyId, state, done_bytes AS doneBytes, total_bytes AS totalBytes,
  size_bytes AS sizeBytes, started_at AS startedAt, finished_at AS finishedAt, expires_at AS expiresAt, error`;

/** The directory of all exports, and the file of one. */
export const exportDirectory = ({ dataDirectory }: Installation): string => join(dataDirectory, "exports");
export const exportFile = (installation: Installation, id: number): string =>
  join(exportDirectory(installation), `${id}.tar`);

export const exportById = (system: Db, id: number): ExportRow | undefined =>
  one<ExportRow>(system, `SELECT ${COLUMNS} FROM company_export WHERE id = ?`, id);
export const lastExport = (system: Db, companyId: number): ExportRow | undefined =>
  one<ExportRow>(
    system,
    `SELECT ${COLUMNS} FROM company_export WHERE company_id = ? ORDER BY id DESC LIMIT 1`,
    companyId,
  );
export const runningExports = (system: Db): number =>
  one<{ n: number }>(system, "SELECT count(*) AS n FROM company_export WHERE state = 'running'")?.n ?? 0;

/** Those on their way, newest first. */
export const runningExportRows = (system: Db): readonly ExportRow[] =>
  all<ExportRow>(system, `SELECT ${COLUMNS} FROM company_export WHERE state = 'running' ORDER BY id DESC`);

/** Inserts one; returns its id. */
export const insertExport = (
  system: Db,
  fields: {
    readonly companyId: number;
    readonly askedBy: number;
    readonly askedName: string;
    readonly now: number;
  },
): number =>
  run(
    system,
    "INSERT INTO company_export (company_id, asked_by, asked_name, started_at) VALUES (?, ?, ?, ?)",
    fields.companyId,
    fields.askedBy,
    fields.askedName,
    fields.now,
  ).id;

export const storeProgress = (system: Db, id: number, done: number, total: number): void =>
  void run(system, "UPDATE company_export SET done_bytes = ?, total_bytes = ? WHERE id = ?", done, total, id);

/** Finishes an export unless it was cancelled; true when this call finished it. */
export function endExport(
  system: Db,
  id: number,
  end: Pick<ExportRow, "state" | "sizeBytes" | "finishedAt" | "expiresAt" | "error">,
): boolean {
  const { changes } = run(
    system,
    `UPDATE company_export SET state = ?, size_bytes = ?, finished_at = ?, expires_at = ?, error = ?
       WHERE id = ? AND state = 'running'`,
    end.state,
    end.sizeBytes,
    end.finishedAt,
    end.expiresAt,
    end.error,
    id,
  );
  return changes > 0;
}

/** Done exports whose time is over. */
export const expiredExports = (system: Db, nowMs: number): readonly number[] =>
  all<{ id: number }>(system, "SELECT id FROM company_export WHERE expires_at <= ? LIMIT 200", nowMs).map(
    ({ id }) => id,
  );
export const forgetFile = (system: Db, id: number): void =>
  void run(system, "UPDATE company_export SET expires_at = NULL, size_bytes = NULL WHERE id = ?", id);
