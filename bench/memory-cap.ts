import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface MemoryCap {
  /** Words before a command that start it below the cap; empty where the system offers no cap. */
  readonly command: readonly string[];
  /** What holds the cap, for the report. */
  readonly by: string;
  /** Removes the control group; its process must have ended. */
  remove(): void;
}

const ROOT = "/sys/fs/cgroup";

/**
 * Caps the memory of one process by a control group (version 2, else version 1), which needs root. The kernel kills a
 * process that needs more. Without control groups the caller compares the resident memory itself.
 */
export function capMemory(bytes: number): MemoryCap {
  const name = `balcao-bench-${process.pid}`;
  const inVersion1 = /^\d+:memory:(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
  const groups = [
    { by: "cgroup v2", directory: join(ROOT, name), limit: "memory.max", swap: "memory.swap.max" },
    {
      by: "cgroup v1",
      directory: join(ROOT, "memory", inVersion1 ?? "", name),
      limit: "memory.limit_in_bytes",
      swap: "memory.memsw.limit_in_bytes",
    },
  ];
  for (const { by, directory, limit, swap } of groups) {
    try {
      mkdirSync(directory);
      const file = join(directory, limit);
      // Without the memory controller the directory has no such file, and it must not be created.
      if (!existsSync(file)) throw new Error("no memory controller");
      writeFileSync(file, String(bytes));
      if (existsSync(join(directory, swap)))
        writeFileSync(join(directory, swap), by === "cgroup v2" ? "0" : String(bytes));
      const enter = `echo $$ > ${join(directory, "cgroup.procs")} && exec "$@"`;
      return { command: ["sh", "-c", enter, "sh"], by, remove: () => rmdirSync(directory) };
    } catch {
      if (existsSync(directory)) rmdirSync(directory);
    }
  }
  return { command: [], by: "sampled resident memory, no cap", remove: () => undefined };
}
