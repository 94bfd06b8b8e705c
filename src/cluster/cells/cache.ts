import type { DirectoryEntry } from "#platform/cells.ts";

/** How long another cell's change of an entry may stay unnoticed, ms. */
const KEPT_MS = 30_000;
const MAX_ENTRIES = 10_000;

/** Entries that were found or written in the last 30 s, the most recently used ones. Values without an entry are not kept. */
export interface EntryCache<Entry> {
  get(name: string): Entry | undefined;
  put(name: string, entry: Entry): void;
  /** Call it before and after a write of this process. */
  forget(name: string): void;
  /** Begins a read of the servers. The result tells whether it may be kept: nothing was written since. */
  reading(): () => boolean;
}

/** `now`: monotonic, ms. */
export function createEntryCache<Entry extends DirectoryEntry>(now: () => number): EntryCache<Entry> {
  const kept = new Map<string, { readonly entry: Entry; readonly untilMs: number }>();
  let writes = 0;
  return {
    get(name) {
      const found = kept.get(name);
      if (!found) return undefined;
      kept.delete(name);
      if (found.untilMs <= now()) return undefined;
      kept.set(name, found);
      return found.entry;
    },
    put(name, entry) {
      kept.delete(name);
      kept.set(name, { entry, untilMs: now() + KEPT_MS });
      const [oldest] = kept.keys();
      if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest);
    },
    forget(name) {
      writes += 1;
      kept.delete(name);
    },
    reading() {
      const before = writes;
      return () => writes === before;
    },
  };
}
