/** Seconds between attempts (docs/rules/connections.md#states); the last one repeats. */
const STEPS_S = [2, 4, 8, 16, 32, 64, 128, 300] as const;
const SPREAD = 0.2;

/**
 * Milliseconds before attempt number `attempt` (0 = the first retry), spread by ±20 % so that sessions that failed
 * together do not reconnect together. `random` is in [0, 1).
 */
export function backOffMs(attempt: number, random: number): number {
  const seconds = STEPS_S[Math.min(attempt, STEPS_S.length - 1)] ?? 300;
  return Math.round(seconds * 1000 * (1 - SPREAD + 2 * SPREAD * random));
}
