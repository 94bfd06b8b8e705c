import { setPriority } from "node:os";
import { openDatabase } from "#platform/db/open.ts";

/** Command with which the program starts itself to check files of companies. */
export const CHECK_FILES = "check-files";

export interface FileToCheck {
  readonly id: number;
  readonly path: string;
}
export interface CheckedFile {
  readonly id: number;
  /** What is wrong with it; null = whole. */
  readonly damage: string | null;
}

/** Checks files while others write them, at the lowest priority. */
export function checkFiles(files: readonly FileToCheck[], tell: (checked: CheckedFile) => void): void {
  setPriority(10);
  for (const { id, path } of files) tell({ id, damage: damageOf(path) });
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
