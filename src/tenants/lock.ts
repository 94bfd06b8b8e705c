import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";

/** Up to where the continuous archive has the files of a data directory (`cluster/archive`). */
export const ARCHIVE_POSITION = "archive/position";

/** Another process uses this data directory. */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
}

/**
 * Locks the data directory for this process (docs/rules/connections.md#single-owner): an exclusive SQLite lock, which the
 * operating system releases when the process ends, even by a kill. The returned function releases it. `isArchived`: this
 * process archives its writes. After a process that does not, the continuous archive needs a new snapshot.
 */
export function lockDirectory(directory: string, { isArchived = false } = {}): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "lock.sqlite");
  let db: Sqlite | undefined;
  try {
    db = openDatabase(path, { durability: "normal", busyTimeoutMs: 0 });
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("CREATE TABLE IF NOT EXISTS owner (pid INTEGER)");
    db.exec("BEGIN EXCLUSIVE");
    db.prepare("DELETE FROM owner").run();
    db.prepare("INSERT INTO owner VALUES (?)").run(process.pid);
    db.exec("COMMIT");
  } catch (error) {
    db?.close();
    if (error instanceof Error && (error as Error & { code?: string }).code?.startsWith("SQLITE_BUSY"))
      throw new DirectoryInUse(
        `the data directory ${directory} is in use by another process: stop the server first`,
      );
    throw error;
  }
  if (!isArchived) rmSync(join(directory, ARCHIVE_POSITION), { force: true });
  const held = db;
  return () => held.close();
}
