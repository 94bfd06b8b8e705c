import type { SignalDataSet } from "@whiskeysockets/baileys";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import { decodeValue, encodeValue } from "./codec.ts";
import { createLru } from "./lru.ts";
import type { Seal } from "./seal.ts";

/** Signal keys of one session: ratchets, prekeys, sender keys, LID mappings. */
export interface SignalKeys {
  read(type: string, id: string): unknown;
  /** Writes changes (null deletes); the caller holds the transaction. */
  write(changes: SignalDataSet): void;
  /** Forgets what is cached; needed when the rows changed behind our back or a transaction failed. */
  reset(): void;
}

// Only values that Baileys never alters in place may be shared with it from a cache.
const CACHED_TYPES = new Set(["session", "sender-key", "identity-key", "lid-mapping"]);
const CACHED_VALUES = 256;

export function createSignalKeys(db: Sqlite, seal: Seal): SignalKeys {
  const cache = createLru<{ readonly value: unknown }>(CACHED_VALUES);
  const find = prepared(db, "SELECT value FROM signal_key WHERE type = ? AND id = ?");
  const put = prepared(db, "INSERT OR REPLACE INTO signal_key (type, id, value) VALUES (?, ?, ?)");
  const remove = prepared(db, "DELETE FROM signal_key WHERE type = ? AND id = ?");

  const remember = (type: string, name: string, value: unknown) => {
    if (CACHED_TYPES.has(type)) cache.set(name, { value });
  };
  const writeOne = (type: string, id: string, value: unknown) => {
    const name = `${type}/${id}`;
    if (value === null || value === undefined) {
      remove.run(type, id);
      cache.delete(name);
      return;
    }
    put.run(type, id, seal.close(encodeValue(type, value), name));
    remember(type, name, value);
  };
  return {
    read(type, id) {
      const name = `${type}/${id}`;
      const known = cache.get(name);
      if (known) return known.value;
      const row = find.get(type, id) as { value: Buffer } | undefined;
      if (!row) return undefined;
      const value = decodeValue(type, seal.open(row.value, name));
      remember(type, name, value);
      return value;
    },
    write(changes) {
      for (const [type, values] of Object.entries(changes)) {
        for (const [id, value] of Object.entries(values ?? {})) writeOne(type, id, value);
      }
    },
    reset: () => cache.clear(),
  };
}
