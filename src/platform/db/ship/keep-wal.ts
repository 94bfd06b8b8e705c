import Database from "better-sqlite3";

/**
 * Keeps the WAL of a file as it is while other connections close: only the last one to close checkpoints and deletes it.
 * Returns the function that releases it, which checkpoints the WAL when no other connection is open.
 */
export function keepWal(path: string): () => void {
  const keeper = new Database(path, { fileMustExist: true });
  // Registers with the WAL without reading the schema.
  keeper.pragma("user_version");
  keeper.exec("PRAGMA wal_autocheckpoint = 0; PRAGMA shrink_memory");
  return () => void keeper.close();
}

/**
 * Pins the WAL at its present end: until the returned function is called no checkpoint copies a later frame into the
 * file, and no writer restarts the WAL (docs/rules/cluster.md#checkpoints).
 */
export function pinWal(path: string): () => void {
  const pin = new Database(path, { fileMustExist: true });
  pin.exec("PRAGMA wal_autocheckpoint = 0; BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1");
  return () => {
    pin.exec("ROLLBACK");
    pin.close();
  };
}
