import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";

/** Stores which files are done, so that an interrupted rotation does not read them again. */
export interface RotationProgress {
  isDone(name: string): boolean;
  done(name: string): void;
}

const KNOWN = "SELECT 1 FROM sealed_file WHERE name = ? AND key_id = ?";
const NOTE = "INSERT OR REPLACE INTO sealed_file (name, key_id) VALUES (?, ?)";

/** The progress in the system database; a system database of an older release has no such table, so every file is checked again. */
export function openProgress(dataDirectory: string, keyId: string): RotationProgress {
  const path = join(dataDirectory, "system.sqlite");
  return {
    isDone: (name) => withTable(path, (db) => db.prepare(KNOWN).get(name, keyId) !== undefined) ?? false,
    done: (name) => void withTable(path, (db) => db.prepare(NOTE).run(name, keyId)),
  };
}

function withTable<T>(path: string, work: (db: Sqlite) => T): T | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const db = openDatabase(path, { durability: "full" });
    try {
      const known = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sealed_file'").get();
      return known ? work(db) : undefined;
    } finally {
      db.close();
    }
  } catch {
    // A damaged system database is reported when that file is processed.
    return undefined;
  }
}
