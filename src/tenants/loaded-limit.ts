import { readFileSync } from "node:fs";

/** How many companies may stay loaded. */
export interface LoadedLimit {
  readonly most: number;
  /**
   * Adapts `most` to the memory in use; returns whether it became lower. Cheap: it measures the memory at most four times a
   * second.
   */
  review(): boolean;
}

/** A limit that does not depend on memory: the setting `AWAKE_COMPANIES`. */
export const fixedLimit = (most: number): LoadedLimit => ({ most, review: () => false });

const MB = 1024 ** 2;
/** Memory of the program without any company, bytes. */
const PROGRAM = 256 * MB;
/** Memory for one loaded company and two evicted ones, bytes. */
const PER_COMPANY = 4.5 * MB;
const FEWEST = 40;
const MOST = 1000;

/** The number of companies with which the limit begins for a memory in bytes: one per 4.5 MB beyond the program. */
export function loadedCompaniesWithin(memory: number): number {
  return Math.min(MOST, Math.max(FEWEST, Math.round((memory - PROGRAM) / PER_COMPANY)));
}

/** Share of the memory above which the limit falls. The program and the mapped files take about 75 MB more. */
const FULL = 0.3;
/** Share below which it rises. */
const ROOMY = 0.285;
/** Minimum time between two measurements of the memory, ms: evicted memory returns to the system in that time. */
const LOOK_MS = 250;

/**
 * A limit that follows the memory in use (docs/rules/limits.md#companies-in-memory): a company takes 0.7 to 1.5 MB, depending
 * on its users, and connections to networks, imports and answers take memory as well. It stays between half and twice the
 * number with which it begins, so that a server with little memory left does not open a file for each request.
 */
export function limitByMemory(
  memory: number,
  { inUse = memoryInUse, now = () => performance.now() } = {},
): LoadedLimit {
  const begin = loadedCompaniesWithin(memory);
  const least = Math.max(FEWEST, Math.round(begin / 2));
  let most = begin;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    get most() {
      return most;
    },
    review() {
      if (now() - lookedAt < LOOK_MS) return false;
      lookedAt = now();
      const share = inUse() / memory;
      const before = most;
      if (share > FULL) most = Math.max(least, Math.floor((most * 15) / 16));
      else if (share < ROOMY) most = Math.min(MOST, begin * 2, Math.ceil((most * 33) / 32));
      return most < before;
    },
  };
}

/**
 * Memory of this process that only it can free, bytes: without mapped files, whose pages the system drops when it needs them.
 * Where the system does not report that, all resident memory.
 */
function memoryInUse(): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux.
  }
  return process.memoryUsage.rss();
}
