/** A map that drops entries not used for long, so that the memory of a connection is bounded. */
export interface Lru<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
}

/**
 * Keeps at most `limit` entries, and at least the last used half of that number. Entries are dropped by halves, not one
 * by one: moving an entry to the end of a single map at each use took five times as long as the read, and each message
 * reads some 25 entries.
 */
export function createLru<V>(limit: number): Lru<V> {
  const half = Math.ceil(limit / 2);
  let recent = new Map<string, V>();
  let earlier = new Map<string, V>();
  const add = (key: string, value: V): void => {
    recent.set(key, value);
    if (recent.size <= half) return;
    recent.delete(key);
    earlier = recent;
    recent = new Map([[key, value]]);
  };
  return {
    get(key) {
      const known = recent.get(key);
      if (known !== undefined) return known;
      const value = earlier.get(key);
      if (value === undefined) return undefined;
      earlier.delete(key);
      add(key, value);
      return value;
    },
    set(key, value) {
      earlier.delete(key);
      add(key, value);
    },
    delete(key) {
      recent.delete(key);
      earlier.delete(key);
    },
    clear() {
      recent.clear();
      earlier.clear();
    },
  };
}
