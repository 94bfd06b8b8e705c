import type { SignalDataSet } from "@whiskeysockets/baileys";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import { decodeValue, encodeValue } from "./codec.ts";
import { createLru } from "./lru.ts";
import type { Seal } from "./seal.ts";

/** Signal keys of one session: ratchets, prekeys, sender keys, LID mappings. */
export interface SignalKeys {
  read(type: string, id: string): unknown;
  /** Makes changes visible to `read` before they are written; the caller passes them to `write` soon. */
  hold(changes: SignalDataSet): void;
  /** Writes changes (null deletes) inside the caller's transaction. */
  write(changes: SignalDataSet): void;
  /** Clears the cache; needed after a failed transaction and after another thread has changed the rows. */
  reset(): void;
}

/**
 * Number of values of a type that are cached; only types whose values Baileys never changes in place. Each type has its own
 * cache: a person has one session of 1 to 3 kB and several values of a few bytes, which are read for every message and
 * would evict each other in a common cache.
 */
const CACHED: Readonly<Record<string, number>> = {
  session: 256,
  "sender-key": 128,
  "identity-key": 1000,
  "lid-mapping": 2000,
  tctoken: 1000,
};

export function createSignalKeys(db: Sqlite, seal: Seal): SignalKeys {
  const caches = new Map(
    Object.entries(CACHED).map(([type, limit]) => [type, createLru<{ readonly value: unknown }>(limit)]),
  );
  /**
   * Values that are not written yet, by type and id. They are not in the caches, because a cache may drop a value.
   */
  const held = new Map<string, unknown>();
  const find = prepared(db, "SELECT value FROM signal_key WHERE type = ? AND id = ?");
  const put = prepared(
    db,
    "INSERT INTO signal_key (type, id, value) VALUES (?, ?, ?) ON CONFLICT (type, id) DO UPDATE SET value = excluded.value",
  );
  const remove = prepared(db, "DELETE FROM signal_key WHERE type = ? AND id = ?");

  const writeOne = (type: string, id: string, value: unknown) => {
    const name = `${type}/${id}`;
    if (held.size > 0 && held.get(name) === value) held.delete(name);
    if (value === null || value === undefined) {
      remove.run(type, id);
      caches.get(type)?.set(id, { value: undefined });
      return;
    }
    put.run(type, id, seal.close(encodeValue(type, value), name));
    caches.get(type)?.set(id, { value });
  };
  return {
    hold(changes) {
      for (const [type, values] of Object.entries(changes)) {
        for (const [id, value] of Object.entries(values ?? {})) held.set(`${type}/${id}`, value);
      }
    },
    read(type, id) {
      const name = `${type}/${id}`;
      if (held.size > 0 && held.has(name)) return held.get(name) ?? undefined;
      const cache = caches.get(type);
      const known = cache?.get(id);
      if (known) return known.value;
      const row = find.get(type, id) as { value: Buffer } | undefined;
      const value = row && decodeValue(type, seal.open(row.value, name));
      // A missing value is cached too: each message of a new person reads it several times.
      cache?.set(id, { value });
      return value;
    },
    write(changes) {
      for (const [type, values] of Object.entries(changes)) {
        for (const [id, value] of Object.entries(values ?? {})) writeOne(type, id, value);
      }
    },
    reset() {
      held.clear();
      for (const cache of caches.values()) cache.clear();
    },
  };
}
