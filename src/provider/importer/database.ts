import { openDatabase as open, type Sqlite } from "#platform/db/open.ts";

/** A file for work that is made anew after a failure: nothing is synced, little is kept in memory. */
export function openDatabase(path: string): Sqlite {
  const db = open(path, { durability: "normal" });
  db.pragma("journal_mode = OFF");
  db.pragma("synchronous = OFF");
  // A sort of millions of rows goes to the disk.
  db.pragma("temp_store = FILE");
  db.pragma("mmap_size = 0");
  db.pragma("cache_size = -16384");
  return db;
}
