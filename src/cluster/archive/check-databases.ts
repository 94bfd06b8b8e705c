import { join } from "node:path";
import { cellFiles } from "#cluster/snapshot/cell-files.ts";
import { openDatabase } from "#platform/db/open.ts";

/** A database that SQLite finds damaged. */
export interface DamagedDatabase {
  readonly path: string;
  readonly what: string;
}

/** Checks every database of a restored directory completely; nothing has them open. */
export function checkDatabases(directory: string): readonly DamagedDatabase[] {
  const damaged: DamagedDatabase[] = [];
  for (const { path, kind } of cellFiles(directory)) {
    if (kind !== "database") continue;
    const what = problemOf(join(directory, path));
    if (what !== null) damaged.push({ path, what });
  }
  return damaged;
}

function problemOf(path: string): string | null {
  try {
    const db = openDatabase(path, { durability: "normal" });
    try {
      const verdict = String(db.pragma("integrity_check(1)", { simple: true }));
      if (verdict !== "ok") return verdict;
      const orphans = (db.pragma("foreign_key_check") as unknown[]).length;
      return orphans === 0 ? null : `${orphans} rows point to rows that do not exist`;
    } finally {
      db.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}
