/** Less done than this, in rows or bytes, says nothing about the rest. */
const FEWEST_DONE = 1000;

/** Seconds something long will still take, by how it went so far; null while that cannot be known. Times in ms. */
export function secondsLeft(done: number, total: number, startedAt: number, now: number): number | null {
  if (done < FEWEST_DONE || done >= total || now <= startedAt) return null;
  return Math.ceil((((now - startedAt) / done) * (total - done)) / 1000);
}
