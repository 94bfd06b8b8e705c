import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface MemoryCap {
  /** Prefix of a command that starts it below the cap; empty where the system has no caps. */
  readonly command: readonly string[];
  /** The mechanism of the cap, for the report. */
  readonly by: string;
  /** Highest memory use so far by the kernel's count, including cached files; null without a control group. */
  peakMb(): number | null;
  /** Removes the control group; its process must have ended. */
  remove(): void;
}

/**
 * Caps the memory of one process by a control group of version 1, which needs root. The kernel kills a process that needs
 * more. Elsewhere the caller compares the resident memory itself.
 */
export function capMemory(bytes: number): MemoryCap {
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
  const directory = join("/sys/fs/cgroup/memory", own ?? "", `balcao-bench-${process.pid}`);
  try {
    mkdirSync(directory);
    for (const limit of ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"]) {
      const file = join(directory, limit);
      if (existsSync(file)) writeFileSync(file, String(bytes));
    }
    const enter = `echo $$ > ${join(directory, "cgroup.procs")} && exec "$@"`;
    return {
      command: ["sh", "-c", enter, "sh"],
      by: "cgroup v1",
      peakMb: () => Number(readFileSync(join(directory, "memory.max_usage_in_bytes"), "utf8")) / 2 ** 20,
      remove: () => rmdirSync(directory),
    };
  } catch {
    if (existsSync(directory)) rmdirSync(directory);
  }
  return { command: [], by: "resident memory, no cap", peakMb: () => null, remove: () => undefined };
}
