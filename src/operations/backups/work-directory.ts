import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomCode } from "#platform/ids.ts";

/** What is made here and removed at the end of the work, unless the work was killed. */
const DRAFT = /^(?:backup|restore|verify|import)-/;
/** Files older than this are leftovers, ms. */
const LEFT_MS = 24 * 60 * 60_000;

/** Removes what killed work left below the data directory a day ago or earlier; copies of databases take room. */
export function sweepWorkDirectory(dataDirectory: string): void {
  const folder = join(dataDirectory, "work");
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (DRAFT.test(name) && at !== undefined && at < Date.now() - LEFT_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * A directory to work in below the data directory, where there is room for what may be put in place, and what gives it
 * back: with the directories above it that were made for it and are still empty.
 */
export function withDraftFile(
  dataDirectory: string,
  kind: "restore" | "verify" | "import",
): { readonly path: string; readonly remove: () => void } {
  const path = join(dataDirectory, "work", `${kind}-${randomCode(8)}`);
  const first = mkdirSync(path, { recursive: true, mode: 0o700 }) ?? path;
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
      for (let above = dirname(path); above.length >= first.length; above = dirname(above))
        if (!removedEmpty(above)) return;
    },
  };
}

function removedEmpty(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch {
    // Another file is there by now.
    return false;
  }
}
