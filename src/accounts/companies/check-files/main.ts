import { setPriority } from "node:os";
import { openDatabase } from "#platform/db/open.ts";

/** Internal command of the process that checks company files. */
export const CHECK_FILES = "check-files";

export interface FileToCheck {
  readonly id: number;
  readonly path: string;
}
export interface CheckedFile {
  readonly id: number;
  /** Result of SQLite's `quick_check`; null = no damage. */
  readonly damage: string | null;
}

/**
 * Checks files at low CPU priority and passes each result to `report`; other processes may write to them meanwhile.
 */
export function checkFiles(files: readonly FileToCheck[], report: (checked: CheckedFile) => void): void {
  setPriority(10);
  for (const { id, path } of files) report({ id, damage: damageOf(path) });
}

function damageOf(path: string): string | null {
  try {
    const db = openDatabase(path, { durability: "normal", readonly: true });
    const verdict = String(db.pragma("quick_check(1)", { simple: true }));
    db.close();
    return verdict === "ok" ? null : verdict;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
