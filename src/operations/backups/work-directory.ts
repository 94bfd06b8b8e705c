import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomCode } from "#platform/ids.ts";

/** Names of temporary directories; a killed task leaves its directory behind. */
const DRAFT = /^(?:backup|restore|verify|import)-/;
/** Files older than this are leftovers, ms. */
const LEFT_MS = 24 * 60 * 60_000;

/** Removes directories that tasks killed at least a day ago left below the data directory, because copies of databases are large. */
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
 * Creates a temporary directory below the data directory, on the disk that the result is moved to. Returns it with a function
 * that removes it, and the directories created above it if they are empty.
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
    // Another file was created there meanwhile.
    return false;
  }
}
