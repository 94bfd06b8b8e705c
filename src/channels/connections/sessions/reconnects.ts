/** Seconds between attempts (docs/rules/connections.md#states); the last value repeats. */
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

/**
 * The back-off begins at most at this step after a session has opened, because the open session shows that the network
 * works.
 */
const STEP_AFTER_OPEN = 2;
/**
 * A restart that the network requests does not count as a failure, unless it follows the last one within this time, ms.
 */
const RESTART_GAP_MS = 5000;

/** The attempts of one session to open its socket. */
export class Reconnects {
  #attempt = 0;
  #restartedAt = Number.NEGATIVE_INFINITY;

  /** Resets the back-off to its first step. */
  reset(): void {
    this.#attempt = 0;
  }

  opened(): void {
    this.#attempt = Math.min(this.#attempt, STEP_AFTER_OPEN);
  }

  /** The pause before the next attempt, ms; it grows with each call, up to the last step of the back-off. */
  nextPauseMs(): number {
    return backOffMs(this.#attempt++, Math.random());
  }

  /** Records a restart at `nowMs`; true when it follows the last one so closely that it counts as a failure. */
  isRestartTooSoon(nowMs: number): boolean {
    const isSoon = nowMs - this.#restartedAt < RESTART_GAP_MS;
    this.#restartedAt = nowMs;
    return isSoon;
  }
}
