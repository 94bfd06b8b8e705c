import { query } from "#platform/db/query.ts";

export const deleteOldSessions = query<{ before: number }>(
  "DELETE FROM session WHERE coalesce(ended_at, expires_at) < :before",
);
export const oldestSession = query<Record<never, never>, { at: number | null }>(
  "SELECT min(coalesce(ended_at, expires_at)) AS at FROM session",
);
