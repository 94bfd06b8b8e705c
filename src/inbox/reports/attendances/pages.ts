import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./attendances.sql.ts";

/** Page and file read their rows only through this function, so that both have the same rows in the same order. */
export interface ReadRows {
  readonly ids: readonly number[];
  /** Where the next rows begin; null = there are none. */
  readonly next: sql.Cursor | null;
}

/**
 * The next rows after a cursor: at most `limit`, among the next `most` rows of the period. So a page may be short although more rows
 * follow (docs/rules/reports.md#pages).
 */
export function readRows(
  db: Db,
  rows: sql.Rows,
  { after, limit, most }: { after: sql.Cursor | undefined; limit: number; most: number },
): ReadRows {
  const floor = queryOne(db, ...sql.floorOf(rows, after, most));
  const found = queryAll(db, ...sql.nextRows(rows, { after, floor, limit: limit + 1 }));
  const isFull = found.length > limit;
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = isFull && last ? { at: last.at, key: last.key } : (floor ?? null);
  return { ids: page.map(({ id }) => id), next };
}

/** Counts matching rows among the next `most` rows of the period; `next`: where the remaining rows begin, null = none remain. */
export function countRows(
  db: Db,
  rows: sql.Rows,
  { after, most }: { after: sql.Cursor | undefined; most: number },
): { readonly count: number; readonly next: sql.Cursor | null } {
  const floor = queryOne(db, ...sql.floorOf(rows, after, most));
  return { count: queryOne(db, ...sql.countRows(rows, { after, floor }))?.n ?? 0, next: floor ?? null };
}
