/** Time without progress after which the wait fails, ms. */
const PATIENCE_MS = 60_000;

/**
 * Waits until none is left; throws when the number does not decrease for a minute, or for `patienceMs`. The total time is
 * not limited.
 */
export async function noneLeft(
  left: () => number,
  what: string,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  let least = left();
  for (let end = Date.now() + patienceMs; least > 0; await Bun.sleep(25)) {
    const now = left();
    if (now < least) end = Date.now() + patienceMs;
    else if (Date.now() > end) throw new Error(`never happened: ${what}; ${least} left`);
    least = Math.min(least, now);
  }
}
