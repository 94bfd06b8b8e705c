import type { Clock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import { createAddressLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TokenCaller } from "./caller.ts";

const MINUTE_MS = 60_000;

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
        window = { count: 0, endsAt: now + MINUTE_MS };
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

/** Maximum number of wrong tokens per address and minute, against guessing tokens that people chose. */
const MAX_WRONG_TOKENS = 30;

const limits = new WeakMap<Installation, RateLimit>();
function limitOf(installation: Installation): RateLimit {
  let limit = limits.get(installation);
  if (!limit) {
    limit = createAddressLimit(installation.clock, MAX_WRONG_TOKENS, MINUTE_MS);
    limits.set(installation, limit);
  }
  return limit;
}

/**
 * Authenticates a caller; after too many wrong tokens of an address the token is not checked. Throws 429
 * ERR_RATE_LIMIT.
 */
export function throttled<Caller>(installation: Installation, ip: string, find: () => Caller): Caller {
  const limit = limitOf(installation);
  limit.peek(ip);
  try {
    return find();
  } catch (error) {
    if (error instanceof AppError && error.code === "ERR_INVALID_API_TOKEN") limit.take(ip);
    throw error;
  }
}
