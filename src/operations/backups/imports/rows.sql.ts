import { query } from "#platform/db/query.ts";
import type { ImportRow } from "./rows.ts";

const COLUMNS = `id, file_name AS fileName, size_bytes AS sizeBytes, state, content, done_bytes AS doneBytes,
  total_bytes AS totalBytes, company_id AS companyId, report, trouble, error, started_at AS startedAt,
  touched_at AS touchedAt, finished_at AS finishedAt`;

export const step = query<
  Record<"state" | "from", string> & Record<"touchedAt" | "id", number>
>(`UPDATE company_import SET state = :state, touched_at = :touchedAt, trouble = NULL, error = NULL
    WHERE id = :id AND state = :from`);
export const last = query<Record<never, never>, ImportRow>(
  `SELECT ${COLUMNS} FROM company_import ORDER BY id DESC LIMIT 1`,
);
export const byId = query<{ id: number }, ImportRow>(`SELECT ${COLUMNS} FROM company_import WHERE id = :id`);
export const insert = query<
  Record<"fileName" | "askedName", string> &
    Record<"sizeBytes" | "askedBy" | "startedAt" | "touchedAt", number>
>(`INSERT INTO company_import (file_name, size_bytes, asked_by, asked_name, started_at, touched_at)
       VALUES (:fileName, :sizeBytes, :askedBy, :askedName, :startedAt, :touchedAt)`);
export const touch = query<{ touchedAt: number; id: number }>(
  "UPDATE company_import SET touched_at = :touchedAt WHERE id = :id",
);
export const storeContent = query<{ content: string | null; id: number }>(
  "UPDATE company_import SET content = :content WHERE id = :id",
);
export const storeProgress = query<{ doneBytes: number; totalBytes: number; id: number }>(
  "UPDATE company_import SET done_bytes = :doneBytes, total_bytes = :totalBytes WHERE id = :id",
);
export const storeCompany = query<{ companyId: number | null; id: number }>(
  "UPDATE company_import SET company_id = :companyId WHERE id = :id",
);
export const reset = query<{
  touchedAt: number;
  id: number;
}>(`UPDATE company_import SET state = 'ready', trouble = 'passphrase', touched_at = :touchedAt
       WHERE id = :id AND state = 'running'`);
export const end = query<
  Record<"state", string> &
    Record<"finishedAt" | "id", number> &
    Record<"report" | "trouble" | "error", string | null>
>(`UPDATE company_import SET state = :state, finished_at = :finishedAt, touched_at = :finishedAt,
    report = :report, trouble = :trouble, error = :error
       WHERE id = :id AND finished_at IS NULL`);
export const interrupted = query<Record<never, never>, { id: number; companyId: number | null }>(
  "SELECT id, company_id AS companyId FROM company_import WHERE state IN ('looking', 'running')",
);
