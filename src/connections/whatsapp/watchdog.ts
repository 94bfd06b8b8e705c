/** Tells when a socket has gone silent, and now and then that it has not. */
export interface Watchdog {
  /** Something came in. */
  heard(): void;
  /** The handshake is done: from now on pings are answered. */
  connected(): void;
  stop(): void;
}

// Baileys pings every `keepAlive`; an answer takes well under two fifths of that.
const PATIENCE = 1.4;
const ALIVE_EVERY_MS = 5000;

/**
 * Baileys notices a dead network too, but then waits up to 30 s more for the websocket to close; `onSilent`
 * should cut the socket at once.
 */
export function createWatchdog(options: {
  readonly keepAlive: number;
  readonly connect: number;
  readonly onAlive: (at: number) => void;
  readonly onSilent: () => void;
  readonly now: () => number;
}): Watchdog {
  const { now, keepAlive } = options;
  let limit = options.connect * 1.1;
  let last = now();
  let told = 0;
  const timer = setInterval(
    () => {
      if (now() - last > limit) options.onSilent();
    },
    Math.max(20, keepAlive / 10),
  );
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
