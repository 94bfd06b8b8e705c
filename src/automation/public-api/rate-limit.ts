import type { Clock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import type { TokenCaller } from "./caller.ts";

const WINDOW_MS = 60_000;

interface Allowance {
  /** Rate limit headers (docs/rules/send-api.md#checks); none when the connection has no limit. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set when the limit is reached. */
  readonly refusal: AppError | undefined;
}

export interface SendRate {
  take(caller: TokenCaller): Allowance;
}

/**
 * Counts calls per connection in windows of a minute that begin with the first call. In memory: a restart resets
 * them.
 */
export function createSendRate(clock: Clock): SendRate {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    take({ tenant, connection: { id, apiRatePerMinute: limit } }) {
      if (limit === 0) return { headers: {}, refusal: undefined };
      const now = clock.now();
      const key = `${tenant.id}:${id}`;
      let window = windows.get(key);
      if (!window || window.endsAt <= now) {
        window = { count: 0, endsAt: now + WINDOW_MS };
        windows.set(key, window);
      }
      const full = window.count >= limit;
      if (!full) window.count += 1;
      const waitSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      return {
        headers: {
          "x-ratelimit-limit": String(limit),
          "x-ratelimit-remaining": String(limit - window.count),
          "x-ratelimit-reset": String(waitSeconds),
        },
        refusal: full ? new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds: waitSeconds }) : undefined,
      };
    },
  };
}
