import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./measure.sql.ts";

/**
 * Approximately the first message stored since a time. Ids grow with time, so a binary search needs twenty reads for a million; there is
 * no index on the time alone. What an import put out of order may be missed.
 */
export function firstMessageSince(db: Db, sinceMs: number): number {
  let low = 1;
  let high = (queryOne(db, sql.newestMessage)?.id ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = queryOne(db, sql.messageFrom, { id: middle });
    if (!found || found.at >= sinceMs) high = middle;
    else low = found.id + 1;
  }
  return low;
}
