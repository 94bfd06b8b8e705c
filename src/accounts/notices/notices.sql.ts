import { query } from "#platform/db/query.ts";

export const insertNotice = query<{ code: string; details: string; key: string; now: number }>(
  "INSERT INTO notice (code, details, key, created_at) VALUES (:code, :details, :key, :now) ON CONFLICT (key) DO NOTHING",
);
