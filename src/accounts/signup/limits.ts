import { createAddressLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";

/** Sign-ups per address and minute (docs/rules/general.md#rate-limits). */
const PER_MINUTE = 3;

export const SignupLimitPort = definePort<RateLimit>("signup limit");
export const createSignupLimit = ({ config, clock }: Installation): RateLimit =>
  config.rateLimits ? createAddressLimit(clock, PER_MINUTE, 60_000) : noLimit;
