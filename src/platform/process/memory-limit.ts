import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";

/**
 * Memory limit of this process, bytes: the smallest limit of its control group and the groups above it (version 1 and
 * 2), at most the memory of the machine. `root`: root of the file system, for tests.
 */
export function memoryLimit(root = "/", machine = totalmem()): number {
  const groups = read(join(root, "proc/self/cgroup")) ?? "";
  const limits = [machine];
  for (const [, controllers = "", group = ""] of groups.matchAll(/^\d+:([^:]*):(.*)$/gm)) {
    const isUnified = controllers === "";
    if (!isUnified && !controllers.split(",").includes("memory")) continue;
    const [mount, file] = isUnified
      ? ["sys/fs/cgroup", "memory.max"]
      : ["sys/fs/cgroup/memory", "memory.limit_in_bytes"];
    for (let path = group; ; path = dirname(path)) {
      // "max" and an empty or missing file mean no limit.
      const limit = Number.parseInt(read(join(root, mount, path, file)) ?? "", 10);
      if (limit > 0) limits.push(limit);
      if (path === dirname(path)) break;
    }
  }
  return Math.min(...limits);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

const MB = 1024 * 1024;

/**
 * A share of the memory for data that others send or have not read yet: the `part`-th part, between `leastMb` and
 * `mostMb`; in bytes (docs/rules/limits.md#small-machines).
 */
export const memoryShare = (part: number, leastMb: number, mostMb: number, limit = memoryLimit()): number =>
  Math.min(Math.max(Math.floor(limit / part), leastMb * MB), mostMb * MB);
