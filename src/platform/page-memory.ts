import type { Clock } from "./clock.ts";

/**
 * Where a client's last page ended, so that the next one neither repeats nor skips a row (docs/rules/tickets.md#lists).
 */
export interface PageMemory<Cursor> {
  /** Where page `page` of this list ended for this client; undefined when it is not remembered. */
  endOf(list: string, page: number): Cursor | undefined;
  remember(list: string, page: number, end: Cursor): void;
  /** Lists that are remembered. */
  readonly size: number;
}

/** docs/rules/tickets.md#lists: remembered for 10 minutes. */
const KEPT_MS = 10 * 60_000;
/** Bound of the memory of one company; those who used it longest ago then page by count again. */
const MAX_LISTS = 5000;

/** `list` names the client and everything that decides its rows. */
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
      // Longest ago comes first.
      for (const [oldest, { at }] of lists) {
        if (lists.size <= MAX_LISTS && clock.now() - at < KEPT_MS) break;
        lists.delete(oldest);
      }
    },
  };
}
