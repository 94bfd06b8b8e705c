/** There is no estimate before this time, ms, or below this share of progress. */
const SHORTEST_MS = 3_000;
const SMALLEST_SHARE = 0.01;

/** Remaining seconds, extrapolated from the progress since `startedAt`; null while unknown. Times in ms. */
export function estimateRemaining(
  done: number,
  total: number,
  startedAt: number | null,
  now: number,
): number | null {
  if (startedAt === null || done <= 0 || done >= total) return null;
  const passed = now - startedAt;
  if (passed < SHORTEST_MS || done / total < SMALLEST_SHARE) return null;
  return Math.ceil(((passed / done) * (total - done)) / 1000);
}
