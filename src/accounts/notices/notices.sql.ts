import { query } from "#platform/db/query.ts";

export const insertNotice = query<{ code: string; details: string; key: string; now: number }>(
  "INSERT INTO notice (code, details, key, created_at) VALUES (:code, :details, :key, :now) ON CONFLICT (key) DO NOTHING",
);
export const oldestNotice = query<
  Record<never, never>,
  { readonly id: number; readonly code: string; readonly details: string; readonly key: string }
>("SELECT id, code, details, key FROM notice ORDER BY id LIMIT 1");
export const deleteNotice = query<{ id: number }>("DELETE FROM notice WHERE id = :id");
