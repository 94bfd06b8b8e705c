import { query } from "#platform/db/query.ts";
import type { ExportRow } from "./rows.ts";

const COLUMNS = `id, company_id AS companyId, state, done_bytes AS doneBytes, total_bytes AS totalBytes,
  size_bytes AS sizeBytes, started_at AS startedAt, finished_at AS finishedAt, expires_at AS expiresAt, error`;

export const byId = query<{ id: number }, ExportRow>(`SELECT ${COLUMNS} FROM company_export WHERE id = :id`);
export const lastOfCompany = query<{ companyId: number }, ExportRow>(
  `SELECT ${COLUMNS} FROM company_export WHERE company_id = :companyId ORDER BY id DESC LIMIT 1`,
);
export const countRunning = query<Record<never, never>, { n: number }>(
  "SELECT count(*) AS n FROM company_export WHERE state = 'running'",
);
export const running = query<Record<never, never>, ExportRow>(
  `SELECT ${COLUMNS} FROM company_export WHERE state = 'running' ORDER BY id DESC`,
);
export const insert = query<{ companyId: number; askedBy: number; askedName: string; startedAt: number }>(
  "INSERT INTO company_export (company_id, asked_by, asked_name, started_at) VALUES (:companyId, :askedBy, :askedName, :startedAt)",
);
export const storeProgress = query<{ doneBytes: number; totalBytes: number; id: number }>(
  "UPDATE company_export SET done_bytes = :doneBytes, total_bytes = :totalBytes WHERE id = :id",
);
export const end = query<
  Record<"state", string> &
    Record<"sizeBytes" | "finishedAt" | "expiresAt", number | null> &
    Record<"error", string | null> &
    Record<"id", number>
>(`UPDATE company_export SET state = :state, size_bytes = :sizeBytes, finished_at = :finishedAt,
    expires_at = :expiresAt, error = :error
       WHERE id = :id AND state = 'running'`);
export const expired = query<{ expiresAt: number }, { id: number }>(
  "SELECT id FROM company_export WHERE expires_at <= :expiresAt LIMIT 200",
);
export const forgetFile = query<{ id: number }>(
  "UPDATE company_export SET expires_at = NULL, size_bytes = NULL WHERE id = :id",
);
export const failInterrupted = query<{
  finishedAt: number | null;
}>(`UPDATE company_export SET state = 'failed', error = 'interrupted', finished_at = :finishedAt
  WHERE state = 'running'`);
