/** Minimum number of rows or bytes done for an estimate. */
const FEWEST_DONE = 1000;

/** Estimates the remaining seconds of a long task from its progress; null below the minimum. Times in ms. */
export function secondsLeft(done: number, total: number, startedAt: number, now: number): number | null {
  if (done < FEWEST_DONE || done >= total || now <= startedAt) return null;
  return Math.ceil((((now - startedAt) / done) * (total - done)) / 1000);
}
