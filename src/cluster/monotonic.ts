import { type Clock, systemClock } from "#platform/clock.ts";

/** The clock of leases and deadlines: it never jumps with the wall clock, and its zero is the start of the process. */
export const monotonicClock: Clock = { now: () => performance.now(), after: systemClock.after };
