import { query } from "#platform/db/query.ts";

export const ownerOfKey = query<{ hash: string }, { companyId: number }>(
  "SELECT company_id AS companyId FROM api_key_owner WHERE hash = :hash",
);
export const keyByHash = query<
  { hash: string },
  { id: number; name: string; scopes: string; lastUsedAt: number | null }
>("SELECT id, name, scopes, last_used_at AS lastUsedAt FROM api_key WHERE hash = :hash");
export const setLastUsed = query<{ now: number; id: number }>(
  "UPDATE api_key SET last_used_at = :now WHERE id = :id",
);
export const countKeys = query<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM api_key");
export const insertOwner = query<{ hash: string; companyId: number }>(
  "INSERT INTO api_key_owner (hash, company_id) VALUES (:hash, :companyId)",
);
export const deleteOwner = query<{ hash: string }>("DELETE FROM api_key_owner WHERE hash = :hash");
export const keyHashes = query<Record<never, never>, { hash: string }>("SELECT hash FROM api_key");
export const restoreOwner = query<{ hash: string; companyId: number }>(
  "INSERT INTO api_key_owner (hash, company_id) VALUES (:hash, :companyId) ON CONFLICT (hash) DO NOTHING",
);
export const creatorOfKey = query<{ userId: number }, { id: number; name: string; deletedAt: number | null }>(
  "SELECT id, name, deleted_at AS deletedAt FROM user WHERE id = :userId",
);
