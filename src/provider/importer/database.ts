import { openDatabase as open, type Sqlite } from "#platform/db/open.ts";

/** Opens a temporary database that is rebuilt after a failure: nothing is synced, the cache is small. */
export function openDatabase(path: string): Sqlite {
  const db = open(path, { durability: "normal" });
  db.pragma("journal_mode = OFF");
  db.pragma("synchronous = OFF");
  // Sorts of millions of rows use the disk.
  db.pragma("temp_store = FILE");
  db.pragma("mmap_size = 0");
  db.pragma("cache_size = -16384");
  return db;
}
