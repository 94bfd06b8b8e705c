import type { Clock } from "./clock.ts";

/**
 * The last row of a client's last page, so that the next page neither repeats nor skips a row
 * (docs/rules/tickets.md#lists).
 */
export interface PageMemory<Cursor> {
  /** The last row of page `page` of this list for this client; undefined when it is not stored. */
  endOf(list: string, page: number): Cursor | undefined;
  remember(list: string, page: number, end: Cursor): void;
  /** Number of stored lists. */
  readonly size: number;
}

/** Lifetime of a stored cursor: 10 minutes (docs/rules/tickets.md#lists), ms. */
const KEPT_MS = 10 * 60_000;
/** Maximum number of stored lists of a company; the least recently used ones are dropped and page by row count. */
const MAX_LISTS = 5000;

/** `list` identifies the client, the list, and its filters. */
export function createPageMemory<Cursor>(clock: Clock): PageMemory<Cursor> {
  const lists = new Map<string, { at: number; readonly ends: Map<number, Cursor> }>();
  return {
    get size() {
      return lists.size;
    },
    endOf(list, page) {
      const known = lists.get(list);
      return known && clock.now() - known.at < KEPT_MS ? known.ends.get(page) : undefined;
    },
    remember(list, page, end) {
      const known = lists.get(list);
      const fresh = known && page > 1 && clock.now() - known.at < KEPT_MS ? known.ends : new Map();
      lists.delete(list);
      lists.set(list, { at: clock.now(), ends: fresh.set(page, end) });
      // The map is ordered by age, oldest first.
      for (const [oldest, { at }] of lists) {
        if (lists.size <= MAX_LISTS && clock.now() - at < KEPT_MS) break;
        lists.delete(oldest);
      }
    },
  };
}
