/** Rows per page of a list, unless a rule defines another size (docs/rules/general.md#paging). */
export const PAGE_SIZE = 20;
/** Maximum rows of a `…/list` response (docs/rules/general.md#paging). */
export const LIST_SIZE = 2000;

/** A list over several cells ends after this many rows; a search finds the others (docs/rules/cells.md#lists). */
const MOST_GATHERED = 10_000;

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
  readonly hasMore: boolean;
}

/**
 * One page of a list with a stable order (by name); `read` gets limit and offset. `isPart`: all rows up to the end of the page,
 * because the rows of other cells come between them.
 */
export function pageOfRows<Row>(
  count: number,
  pageNumber: number,
  read: (limit: number, offset: number) => readonly Row[],
  isPart = false,
): PageOfRows<Row> {
  if (isPart) {
    const rows = read(Math.min(pageNumber * PAGE_SIZE, MOST_GATHERED), 0);
    return { rows, count, hasMore: rows.length < count };
  }
  const offset = (pageNumber - 1) * PAGE_SIZE;
  const rows = offset >= count ? [] : read(PAGE_SIZE, offset);
  return { rows, count, hasMore: offset + rows.length < count && rows.length > 0 };
}

/** A page of a list over several cells, from the rows of each cell up to its end. */
export function mergedPage<Row>(
  parts: readonly Pick<PageOfRows<Row>, "rows" | "count">[],
  pageNumber: number,
  compare: (a: Row, b: Row) => number,
): PageOfRows<Row> {
  const offset = (pageNumber - 1) * PAGE_SIZE;
  const last = Math.min(offset + PAGE_SIZE, MOST_GATHERED);
  const rows = parts
    .flatMap((part) => part.rows)
    .toSorted(compare)
    .slice(offset, last);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return { rows, count, hasMore: offset + rows.length < count && rows.length > 0 };
}

/** The order of `COLLATE NOCASE`: A-Z are compared without case, other characters by their number. */
export function byText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Surrogates are behind all other UTF-16 units, as their characters are in UTF-8. */
function rankOf(unit: number): number {
  if (unit >= 65 && unit <= 90) return unit + 32;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
