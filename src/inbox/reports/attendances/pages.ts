import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./attendances.sql.ts";

/** Page and file read their rows only through this function, so that both have the same rows in the same order. */
export interface ReadRows {
  readonly ids: readonly number[];
  /** Where the next rows begin; null = there are none. */
  readonly next: sql.Cursor | null;
}

interface Wanted {
  readonly after: sql.Cursor | undefined;
  readonly limit: number;
  readonly most: number;
}

/** Number of matching rows among the first ones of the period; `isMore`: more rows of the period follow. */
export interface Size {
  readonly count: number;
  readonly isMore: boolean;
}

/**
 * The next rows after a cursor: at most `limit`, among the next `most` rows of the period. So a page may be short although more rows
 * follow (docs/rules/reports.md#pages).
 */
export const readRows = (db: Db, rows: sql.Rows, wanted: Wanted): ReadRows =>
  readUpTo(db, rows, wanted, queryOne(db, ...sql.floorOf(rows, wanted.after, wanted.most)));

/** The first rows, as `readRows` returns them, and the number of matching rows among the first `most` rows of the period. */
export function readFirstRows(
  db: Db,
  rows: sql.Rows,
  { limit, most }: Omit<Wanted, "after">,
): { readonly read: ReadRows; readonly size: Size } {
  const after = undefined;
  const floor = queryOne(db, ...sql.floorOf(rows, after, most));
  const read = readUpTo(db, rows, { after, limit, most }, floor);
  // A page that is not full has read all rows that the count includes; else the count begins behind the page.
  const isFull = read.ids.length === limit && read.next !== null;
  const others = isFull ? countBetween(db, rows, { after: read.next, floor }) : 0;
  return { read, size: { count: read.ids.length + others, isMore: floor !== undefined } };
}

function readUpTo(db: Db, rows: sql.Rows, { after, limit }: Wanted, floor: sql.Cursor | undefined): ReadRows {
  const found = queryAll(db, ...sql.nextRows(rows, { after, floor, limit: limit + 1 }));
  const isFull = found.length > limit;
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = isFull && last ? { at: last.at, key: last.key } : (floor ?? null);
  return { ids: page.map(({ id }) => id), next };
}

const countBetween = (
  db: Db,
  rows: sql.Rows,
  { after, floor }: { after: sql.Cursor | null | undefined; floor: sql.Cursor | undefined },
): number => queryOne(db, ...sql.countRows(rows, { after: after ?? undefined, floor }))?.n ?? 0;

/** Counts matching rows among the next `most` rows of the period; `next`: where the remaining rows begin, null = none remain. */
export function countRows(
  db: Db,
  rows: sql.Rows,
  { after, most }: { after: sql.Cursor | undefined; most: number },
): { readonly count: number; readonly next: sql.Cursor | null } {
  const floor = queryOne(db, ...sql.floorOf(rows, after, most));
  return { count: countBetween(db, rows, { after, floor }), next: floor ?? null };
}
