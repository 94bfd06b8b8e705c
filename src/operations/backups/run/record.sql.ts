import { query } from "#platform/db/query.ts";

export const tableExists = query<Record<never, never>, unknown>(
  "SELECT 1 FROM sqlite_master WHERE name = 'backup_run'",
);
export const firstCompanyAt = query<Record<never, never>, { at: number | null }>(
  "SELECT min(created_at) AS at FROM company",
);
