/** A shorter time, ms, or a smaller share says nothing about the rest. */
const SHORTEST_MS = 3_000;
const SMALLEST_SHARE = 0.01;

/** Seconds something will still take, by how it went since `startedAt`; null while that cannot be said. Times in ms. */
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
