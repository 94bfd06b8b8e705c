import { createAddressLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import type { Installation } from "./installation.ts";

/** Calls per address and minute. */
const READS = 600;
const CALLBACKS = 6000;
const MINUTE_MS = 60_000;

const limits = new WeakMap<Installation, { readonly reads: RateLimit; readonly callbacks: RateLimit }>();

function limitsOf(installation: Installation) {
  let known = limits.get(installation);
  if (!known) {
    const { clock, config } = installation;
    known = config.rateLimits
      ? {
          reads: createAddressLimit(clock, READS, MINUTE_MS),
          callbacks: createAddressLimit(clock, CALLBACKS, MINUTE_MS),
        }
      : { reads: noLimit, callbacks: noLimit };
    limits.set(installation, known);
  }
  return known;
}

/** Limit of public routes that only read (docs/rules/limits.md#public-routes). */
export const readLimit = (installation: Installation): RateLimit => limitsOf(installation).reads;

/** Limit of public routes that outside systems call with a token in the path; one address serves many companies. */
export const callbackLimit = (installation: Installation): RateLimit => limitsOf(installation).callbacks;
