import { SOCKET_PING_MS } from "#platform/realtime/contract.ts";

/** Time without a frame after which a connection counts as lost, ms: the server sends a tick every 18 s. */
const SILENCE_MS = SOCKET_PING_MS * 2 + 4_000;

interface ReconnectOptions {
  /** Opens the next connection. */
  readonly connect: () => void;
  /** Called when the heartbeat timeout has passed. */
  readonly onSilence: () => void;
  readonly random?: (() => number) | undefined;
}

/** Heartbeat timeout and reconnect back-off. */
export class ReconnectPolicy {
  readonly #options: ReconnectOptions;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReconnectOptions) {
    this.#options = options;
  }

  /** True until the first failure since the last connection. */
  get isFresh(): boolean {
    return this.#attempt === 0;
  }

  /** Counts a failure, which lengthens the next wait. */
  countFailure(): void {
    this.#attempt += 1;
  }

  /** To be called after a connection: the next failure counts as the first. */
  reset(): void {
    this.#attempt = 0;
  }

  /** To be called for a frame or an opened connection: restarts the heartbeat timeout. */
  restartHeartbeat(): void {
    clearTimeout(this.#heartbeat);
    this.#heartbeat = setTimeout(this.#options.onSilence, SILENCE_MS);
  }

  /** Connects after the back-off, which grows with each failure. */
  schedule(): void {
    this.cancelRetry();
    this.#retry = setTimeout(this.#options.connect, backOff(this.#attempt, this.#options.random));
    this.countFailure();
  }

  /** Stops both timers. */
  stop(): void {
    this.cancelRetry();
    clearTimeout(this.#heartbeat);
  }

  cancelRetry(): void {
    clearTimeout(this.#retry);
  }
}

/** First wait, ms. */
const FIRST_MS = 800;
/** Maximum wait, ms: a visible page should be connected again within this time. */
const LONGEST_MS = 15_000;

/**
 * Wait before attempt n (from 0), ms: doubling, up to 15 s, each ± 30 % so that a thousand pages do not reconnect in
 * the same moment after a restart of the server. `random` returns 0 to 1.
 */
export function backOff(attempt: number, random: () => number = Math.random): number {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(wait * (0.7 + 0.6 * random()));
}
