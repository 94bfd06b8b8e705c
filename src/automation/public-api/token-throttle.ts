import { AppError } from "#platform/errors.ts";
import { createAddressLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import type { Installation } from "#tenants/installation.ts";

/** Wrong tokens per address and minute; tokens typed by people could be guessed. */
const MAX_WRONG_TOKENS = 30;
const MINUTE_MS = 60_000;

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
