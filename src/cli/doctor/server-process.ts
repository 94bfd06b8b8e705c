import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The process that holds the data directory: its id, 0 when it cannot be told (another container), null = nobody. */
export function serverOf(dataDirectory: string): number | null {
  const lock = statSync(join(dataDirectory, "lock.sqlite"), { throwIfNoEntry: false });
  if (!lock) return null;
  // `1: POSIX  ADVISORY  WRITE 4711 fe:01:123456 128 128`: the last number of the triple is the inode.
  for (const line of read("/proc/locks").split("\n")) {
    const [, pid, inode] = /^\d+: \S+\s+\S+\s+\S+\s+(-?\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /.exec(line) ?? [];
    if (pid !== undefined && Number(inode) === lock.ino) return Math.max(0, Number(pid));
  }
  return null;
}

/** A file of the system, "" where it cannot be read. */
export function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
