import { totalmem } from "node:os";

const MB = 1024 * 1024;

/** Memory that this process may use, bytes: the limit of its container or unit, else the machine's. */
export const memoryLimit = (): number => {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
};

/**
 * A share of the memory for what others send or do not read: the `part`-th part, between `leastMb` and `mostMb`; in
 * bytes (docs/rules/limits.md#small-machines).
 */
export const memoryShare = (part: number, leastMb: number, mostMb: number, limit = memoryLimit()): number =>
  Math.min(Math.max(Math.floor(limit / part), leastMb * MB), mostMb * MB);
