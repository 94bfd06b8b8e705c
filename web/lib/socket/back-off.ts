/** First wait, ms. */
const FIRST_MS = 800;
/** Longest wait, ms: a visible page should be back within this time. */
const LONGEST_MS = 15_000;

/**
 * Wait before attempt n (from 0), ms: doubling, up to 15 s, each ± 30 % so that a thousand pages do not reconnect in the same moment
 * after a restart. `random` returns 0 to 1.
 */
export function backOff(attempt: number, random: () => number = Math.random): number {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(wait * (0.7 + 0.6 * random()));
}
