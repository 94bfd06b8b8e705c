import { AppError } from "#platform/errors.ts";
import { createAddressLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import type { Installation } from "#tenants/installation.ts";

/** Wrong tokens of one address in a minute; tokens are typed by people, and could be guessed (quality, security 20). */
const MAX_GUESSES = 30;
const MINUTE_MS = 60_000;

const limits = new WeakMap<Installation, RateLimit>();
function limitOf(installation: Installation): RateLimit {
  let limit = limits.get(installation);
  if (!limit) {
    limit = createAddressLimit(installation.clock, MAX_GUESSES, MINUTE_MS);
    limits.set(installation, limit);
  }
  return limit;
}

/** Finds a caller; whoever tried too many wrong tokens is not even looked at. Throws 429 ERR_RATE_LIMIT. */
export function guessedBy<Caller>(installation: Installation, ip: string, find: () => Caller): Caller {
  const limit = limitOf(installation);
  limit.peek(ip);
  try {
    return find();
  } catch (error) {
    if (error instanceof AppError && error.code === "ERR_INVALID_API_TOKEN") limit.take(ip);
    throw error;
  }
}
