import { createAddressLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";

/** Calls per address and minute of routes that need no session (docs/rules/general.md#rate-limits). */
const LOGIN = 10;
const REFRESH = 60;
const RECOVERY = 3;
const MINUTE_MS = 60_000;

export interface Limits {
  readonly login: RateLimit;
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
    login: createAddressLimit(clock, LOGIN, MINUTE_MS),
    refresh: createAddressLimit(clock, REFRESH, MINUTE_MS),
    recovery: createAddressLimit(clock, RECOVERY, MINUTE_MS),
    reset: createAddressLimit(clock, RECOVERY, MINUTE_MS),
  };
}
