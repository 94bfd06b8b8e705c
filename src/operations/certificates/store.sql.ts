import { query } from "#platform/db/query.ts";
import type { StoredCertificate } from "./store.ts";

export const byNames = query<
  { names: string },
  StoredCertificate
>(`SELECT chain, key, not_before AS notBefore, not_after AS notAfter, failures, tried_at AS triedAt,
  next_at AS nextAt, error FROM certificate WHERE names = :names`);
export const store = query<
  Record<"names", string> &
    Record<"chain" | "key", string | null> &
    Record<"notBefore" | "notAfter" | "triedAt", number | null>
>(`INSERT INTO certificate (names, chain, key, not_before, not_after, tried_at) VALUES (:names, :chain, :key,
    :notBefore, :notAfter, :triedAt)
     ON CONFLICT (names) DO UPDATE SET chain = excluded.chain, key = excluded.key, not_before = excluded.not_before,
       not_after = excluded.not_after, tried_at = excluded.tried_at, failures = 0, next_at = 0, error = NULL`);
export const storeFailure = query<
  Record<"names", string> &
    Record<"triedAt", number | null> &
    Record<"nextAt", number> &
    Record<"error", string | null>
>(`INSERT INTO certificate (names, failures, tried_at, next_at, error) VALUES (:names, 1, :triedAt, :nextAt, :error)
     ON CONFLICT (names) DO UPDATE SET failures = failures + 1, tried_at = excluded.tried_at,
       next_at = excluded.next_at, error = excluded.error`);
export const accountAt = query<{ directory: string }, { key: string; url: string }>(
  "SELECT key, url FROM acme_account WHERE directory = :directory",
);
export const storeAccount = query<
  Record<"directory" | "key", string> & Record<"url", string | null> & Record<"createdAt", number>
>(`INSERT INTO acme_account (directory, key, url, created_at) VALUES (:directory, :key, :url, :createdAt)
     ON CONFLICT (directory) DO UPDATE SET key = excluded.key, url = excluded.url, created_at = excluded.created_at`);
export const deleteAccount = query<{ directory: string }>(
  "DELETE FROM acme_account WHERE directory = :directory",
);
export const retrySoon = query<{ names: string; triedBefore: number }>(
  "UPDATE certificate SET next_at = 0 WHERE names = :names AND failures > 0 AND tried_at < :triedBefore",
);
