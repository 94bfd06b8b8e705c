import { join } from "node:path";

/** The command that starts this program again, as a binary and from source. */
export function ownCommand(): readonly string[] {
  const isBinary = import.meta.dir.startsWith("/$bunfs") || import.meta.dir.includes("~BUN");
  return isBinary ? [process.execPath] : [process.execPath, join(import.meta.dir, "../..", "main.ts")];
}
