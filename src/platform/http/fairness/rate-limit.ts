import type { Clock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import { networkOf } from "#platform/http/server/caller.ts";

export interface RateLimit {
  /** Counts one call; throws 429 ERR_RATE_LIMIT with the seconds to wait when the window is full. */
  take(key: string): void;
  /** Throws as `take` would, without counting a call. */
  peek(key: string): void;
  /** Takes back one counted call. */
  giveBack(key: string): void;
  /** Deletes the count of a key, for example after a correct password. */
  reset(key: string): void;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** How often ended windows are deleted, ms. */
const SWEEP_EVERY_MS = 10_000;
/** Maximum number of keys of one limit; a new key then replaces the oldest (docs/rules/limits.md#addresses). */
const MOST_KEYS = 100_000;

/**
 * Allows at most `max` calls per key in a window that begins with the first call. The counts are in memory: a restart resets
 * them. For keys that are addresses of callers use `createAddressLimit`.
 */
export function createRateLimit(clock: Clock, max: number, windowMs: number): RateLimit {
  const windows = new Map<string, Window>();
  let sweptAt = clock.now();
  const sweep = (now: number) => {
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  };
  return {
    take(key) {
      const now = clock.now();
      const window = windows.get(key);
      if (!window || window.endsAt <= now) {
        sweep(now);
        // Deleted and inserted again, so that the first entry of the map is always the oldest.
        windows.delete(key);
        if (windows.size >= MOST_KEYS) forgetOldest(windows);
        windows.set(key, { count: 1, endsAt: now + windowMs });
        return;
      }
      if (window.count >= max) throw tooMany(window.endsAt - now);
      window.count += 1;
    },
    peek(key) {
      const window = windows.get(key);
      const waitMs = (window?.endsAt ?? 0) - clock.now();
      if (window && waitMs > 0 && window.count >= max) throw tooMany(waitMs);
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },
    reset: (key) => void windows.delete(key),
  };
}

/** A rate limit per address of a caller: IPv6 addresses of one /64 network count together. */
export function createAddressLimit(clock: Clock, max: number, windowMs: number): RateLimit {
  const limit = createRateLimit(clock, max, windowMs);
  return {
    take: (address) => limit.take(networkOf(address)),
    peek: (address) => limit.peek(networkOf(address)),
    giveBack: (address) => limit.giveBack(networkOf(address)),
    reset: (address) => limit.reset(networkOf(address)),
  };
}

/** Deletes the entry that was inserted first. */
export function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

const tooMany = (waitMs: number) =>
  new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });

/** A limit that allows everything (`RATE_LIMITS=off`, for benches only). */
export const noLimit: RateLimit = { take() {}, peek() {}, giveBack() {}, reset() {} };
