import type { PossiblyExtendedCacheStore } from "@whiskeysockets/baileys";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import { createLru } from "./lru.ts";

/**
 * The devices of each correspondent. Baileys caches them for five minutes, and after every miss it builds a new
 * session with each device. The list changes only with a devices notification or a hash that does not match, so this
 * store caches it for a day and across restarts.
 */
export interface Devices extends PossiblyExtendedCacheStore {
  forget(user: string): void;
  sweep(before: number): void;
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const CACHED_USERS = 500;

export function createDevices(db: Sqlite, now: () => number): Devices {
  const cache = createLru<{ readonly list: unknown; readonly at: number }>(CACHED_USERS);
  const find = prepared(db, "SELECT list, at FROM devices WHERE user = ?");
  const put = prepared(db, "INSERT OR REPLACE INTO devices (user, list, at) VALUES (?, ?, ?)");
  const remove = prepared(db, "DELETE FROM devices WHERE user = ?");

  const read = (user: string): unknown => {
    const cached = cache.get(user);
    const row = cached ?? load(user);
    return row && row.at > now() - LIFETIME_MS ? row.list : undefined;
  };
  const load = (user: string) => {
    const row = find.get(user) as { list: string; at: number } | undefined;
    if (!row) return undefined;
    const known = { list: JSON.parse(row.list) as unknown, at: row.at };
    cache.set(user, known);
    return known;
  };
  const write = (user: string, list: unknown) => {
    put.run(user, JSON.stringify(list), now());
    cache.set(user, { list, at: now() });
  };
  const forget = (user: string) => {
    remove.run(user);
    cache.delete(user);
  };
  return {
    get: <T>(user: string) => read(user) as T | undefined,
    set: <T>(user: string, list: T) => write(user, list),
    del: forget,
    flushAll: () => {
      cache.clear();
      prepared(db, "DELETE FROM devices").run();
    },
    mget: async <T>(users: string[]) =>
      Object.fromEntries(users.map((user) => [user, read(user) as T | undefined])),
    mset: (entries) => {
      for (const { key, value } of entries) write(key, value);
    },
    forget,
    sweep: (before) => void prepared(db, "DELETE FROM devices WHERE at < ?").run(before),
  };
}
