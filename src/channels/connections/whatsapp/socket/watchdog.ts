/** Detects a silent socket and stuck work, and reports regularly that the socket is alive. */
export interface Watchdog {
  /** A frame was received. */
  heard(): void;
  /** The handshake is done: from now on pings are answered. */
  connected(): void;
  stop(): void;
}

// Baileys pings every `keepAlive` ms; an answer arrives well within two fifths of that.
const PATIENCE = 1.4;
const ALIVE_EVERY_MS = 5000;

/**
 * Watches for a silent socket. Baileys detects a dead network too, but then waits up to 30 s more for the websocket
 * to close; `onSilent` should cut the socket at once.
 */
export function createWatchdog(options: {
  readonly keepAlive: number;
  readonly connect: number;
  readonly onAlive: (at: number) => void;
  readonly onSilent: () => void;
  /** The reason why work of this socket is stuck, else null; `passedMs` since the last call. */
  readonly look: (passedMs: number) => string | null;
  readonly onStuck: (reason: string) => void;
  readonly now: () => number;
}): Watchdog {
  const { now, keepAlive } = options;
  let limit = options.connect * 1.1;
  let last = now();
  let told = 0;
  let lookedAt = now();
  const every = Math.max(20, keepAlive / 10);
  const timer = setInterval(() => {
    // The time of a suspended machine or a blocked thread counts as two intervals at most.
    const passed = Math.min(now() - lookedAt, 2 * every);
    lookedAt = now();
    const reason = options.look(passed);
    if (reason !== null) options.onStuck(reason);
    else if (now() - last > limit) options.onSilent();
  }, every);
  return {
    heard() {
      last = now();
      if (last - told < ALIVE_EVERY_MS) return;
      told = last;
      options.onAlive(last);
    },
    connected() {
      limit = keepAlive * PATIENCE;
    },
    stop: () => clearInterval(timer),
  };
}
