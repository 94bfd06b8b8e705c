import { query } from "#platform/db/query.ts";

export const passwordOf = query<{ id: number }, { name: string; password_hash: string }>(
  "SELECT name, password_hash FROM user WHERE id = :id AND deleted_at IS NULL",
);
export const recentSessions = query<{ userId: number }, { ip: string }>(
  "SELECT ip FROM session WHERE user_id = :userId ORDER BY id DESC LIMIT 50",
);
