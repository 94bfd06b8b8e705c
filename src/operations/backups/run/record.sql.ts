import { query } from "#platform/db/query.ts";
import type { Stored } from "./record.ts";

const COLUMNS = `id, stamp, place, state, started_at AS startedAt, finished_at AS finishedAt, companies,
  left_out AS leftOut, size_bytes AS sizeBytes, new_bytes AS newBytes, error`;

export const finish = query<
  Record<"state" | "leftOut", string> &
    Record<"stamp", string | null> &
    Record<"finishedAt", number | null> &
    Record<"companies" | "sizeBytes" | "newBytes" | "id", number>
>(`UPDATE backup_run SET state = :state, stamp = :stamp, finished_at = :finishedAt, companies = :companies,
    left_out = :leftOut, size_bytes = :sizeBytes,
  new_bytes = :newBytes WHERE id = :id`);
export const last = query<Record<never, never>, Stored>(
  `SELECT ${COLUMNS} FROM backup_run ORDER BY started_at DESC, id DESC LIMIT 1`,
);
export const lastStored = query<Record<never, never>, Stored>(
  `SELECT ${COLUMNS} FROM backup_run WHERE stamp IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1`,
);
export const begin = query<{ place: string; source: string; startedAt: number }>(
  "INSERT INTO backup_run (place, source, started_at) VALUES (:place, :source, :startedAt)",
);
export const fail = query<{ finishedAt: number | null; error: string | null; id: number }>(
  "UPDATE backup_run SET state = 'failed', finished_at = :finishedAt, error = :error WHERE id = :id",
);
export const cancel = query<{ finishedAt: number | null; id: number }>(
  "UPDATE backup_run SET state = 'cancelled', finished_at = :finishedAt WHERE id = :id",
);
export const failInterrupted = query<{ finishedAt: number | null }>(
  "UPDATE backup_run SET state = 'failed', finished_at = :finishedAt, error = 'interrupted' WHERE state = 'running'",
);
export const tableExists = query<Record<never, never>, unknown>(
  "SELECT 1 FROM sqlite_master WHERE name = 'backup_run'",
);
export const firstCompanyAt = query<Record<never, never>, { at: number | null }>(
  "SELECT min(created_at) AS at FROM company",
);
