import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Id of the process that locks the data directory; 0 when unknown (another container); null = none. */
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

/** The content of a system file; "" when it cannot be read. */
export function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
