/** A map that drops entries not used for long, so that the memory of a connection is bounded. */
export interface Lru<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
}

/**
 * Keeps at most `limit` entries, and at least the half of that number used last. Entries are dropped half by half: moving an
 * entry to the end of one map at each use took five times as long as the read itself, and each message reads some 25.
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
