import { query } from "#platform/db/query.ts";

export const deleteUnusedCodes = query("DELETE FROM setup_code WHERE used_at IS NULL");
export const insertCode = query<{ hash: string; now: number }>(
  "INSERT INTO setup_code (hash, created_at) VALUES (:hash, :now)",
);
export const restoreCode = query<{ hash: string }>("UPDATE setup_code SET used_at = NULL WHERE hash = :hash");
export const claimCode = query<{ now: number; hash: string }>(
  "UPDATE setup_code SET used_at = :now WHERE hash = :hash AND used_at IS NULL",
);
