import { query } from "#platform/db/query.ts";

export const setLastSeen = query<{ now: number; userId: number; p3: number }>(
  "UPDATE user SET last_seen_at = :now WHERE id = :userId AND coalesce(last_seen_at, 0) < :p3",
);
export const awayOf = query<{ userId: number }, { away: number }>(
  "SELECT away FROM user WHERE id = :userId AND deleted_at IS NULL",
);
export const setAway = query<{ away: number; reasonId: number | null; id: number }>(
  `UPDATE user SET away = :away, pause_reason_id = :reasonId
  WHERE id = :id AND (away <> :away OR pause_reason_id IS NOT :reasonId) AND deleted_at IS NULL`,
);
