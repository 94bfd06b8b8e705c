import { query } from "#platform/db/query.ts";

type Key = { connectionId: number; key: string };

export const find = query<
  Key,
  { readonly hash: string; readonly answer: string; readonly createdAt: number }
>(
  `SELECT hash, answer, created_at AS createdAt FROM api_call
   WHERE connection_id = :connectionId AND key = :key`,
);
export const save = query<Key & { hash: string; answer: string; now: number }>(
  `INSERT INTO api_call (connection_id, key, hash, answer, created_at)
   VALUES (:connectionId, :key, :hash, :answer, :now)
   ON CONFLICT (connection_id, key) DO UPDATE SET hash = excluded.hash, answer = excluded.answer,
     created_at = excluded.created_at`,
);
