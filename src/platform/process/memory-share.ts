import { memoryLimit } from "./memory-limit.ts";

const MB = 1024 * 1024;

/**
 * A share of the memory for data that others send or have not read yet: the `part`-th part, between `leastMb` and
 * `mostMb`; in bytes (docs/rules/limits.md#small-machines).
 */
export const memoryShare = (part: number, leastMb: number, mostMb: number, limit = memoryLimit()): number =>
  Math.min(Math.max(Math.floor(limit / part), leastMb * MB), mostMb * MB);
