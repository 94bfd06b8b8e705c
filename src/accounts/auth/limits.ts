import type { Clock } from "#platform/clock.ts";
import { createAddressLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";

/**
 * Calls per address and minute of routes that need no session (docs/rules/general.md#rate-limits). `failures`: without those that
 * succeeded, because the employees of a company often share one address and begin their day together.
 */
const LOGIN = { failures: 10, all: 120 };
const REFRESH = { failures: 60, all: 1_200 };
const RECOVERY = 3;
const MINUTE_MS = 60_000;

export interface Limits {
  /** A handler gives back a call that succeeded. */
  readonly login: RateLimit;
  /** A handler gives back a call that succeeded. */
  readonly refresh: RateLimit;
  /** Requests for a recovery code. */
  readonly recovery: RateLimit;
  /** New passwords by a recovery code. */
  readonly reset: RateLimit;
}
export const LimitsPort = definePort<Limits>("auth limits");

/** `RATE_LIMITS=off` removes these limits, but not the limit on password guessing. */
export function createLimits({ config, clock }: Installation): Limits {
  if (!config.rateLimits) return { login: noLimit, refresh: noLimit, recovery: noLimit, reset: noLimit };
  return {
    login: createFailureLimit(clock, LOGIN),
    refresh: createFailureLimit(clock, REFRESH),
    recovery: createAddressLimit(clock, RECOVERY, MINUTE_MS),
    reset: createAddressLimit(clock, RECOVERY, MINUTE_MS),
  };
}

/** Calls that are given back count only for `all`. */
function createFailureLimit(
  clock: Clock,
  max: { readonly failures: number; readonly all: number },
): RateLimit {
  const failures = createAddressLimit(clock, max.failures, MINUTE_MS);
  const all = createAddressLimit(clock, max.all, MINUTE_MS);
  const both = [failures, all];
  return {
    take(address) {
      for (const limit of both) limit.take(address);
    },
    peek(address) {
      for (const limit of both) limit.peek(address);
    },
    giveBack: (address) => failures.giveBack(address),
    reset(address) {
      for (const limit of both) limit.reset(address);
    },
  };
}
