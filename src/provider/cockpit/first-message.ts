import { type Db, one } from "#platform/db/database.ts";

const NEWEST = "SELECT coalesce(max(id), 0) AS id FROM message";
const AT = "SELECT id, created_at AS at FROM message WHERE id >= ? ORDER BY id LIMIT 1";

/**
 * Approximately the first message stored since a time. Ids grow with time, so a binary search needs twenty reads for a million; there is
 * no index on the time alone. What an import put out of order may be missed.
 */
export function firstMessageSince(db: Db, sinceMs: number): number {
  let low = 1;
  let high = (one<{ id: number }>(db, NEWEST)?.id ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = one<{ id: number; at: number }>(db, AT, middle);
    if (!found || found.at >= sinceMs) high = middle;
    else low = found.id + 1;
  }
  return low;
}
