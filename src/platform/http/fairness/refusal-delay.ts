import type { AppError } from "#platform/errors.ts";

/** Refusals per second that are sent at once. Later ones are delayed, so that a client that repeats its request costs little. */
const QUICK_REFUSALS = 50;
const HELD_MS = 1000;
/** Delayed refusals are sent in small groups: sent together, their clients would repeat their requests together. */
const STEP_MS = 10;
const PER_STEP = 16;

export interface RefusalDelayOptions {
  /** Monotonic time, ms (tests). */
  readonly now?: () => number;
  readonly after?: (ms: number, work: () => void) => void;
}

interface Held {
  readonly until: number;
  readonly refuse: () => void;
}

/** Rejects with the given error: the first 50 of a second at once, later ones after a second, at most 1,600 per second. */
export function createRefusalDelay(options: RefusalDelayOptions = {}): (error: AppError) => Promise<never> {
  const now = options.now ?? (() => performance.now());
  const after = options.after ?? ((ms: number, work: () => void) => void setTimeout(work, ms));
  /** Ordered by `until`. At most one for each open connection. */
  let held: Held[] = [];
  let second = 0;
  let refusals = 0;

  const step = () => {
    const at = now();
    const due = held.slice(0, PER_STEP).filter(({ until }) => until <= at);
    held = held.slice(due.length);
    for (const { refuse } of due) refuse();
    if (held.length > 0) after(STEP_MS, step);
  };

  return (error) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      second = current;
      refusals = 0;
    }
    refusals += 1;
    if (refusals <= QUICK_REFUSALS) return Promise.reject(error);
    return new Promise<never>((_, reject) => {
      held.push({ until: now() + HELD_MS, refuse: () => reject(error) });
      if (held.length === 1) after(HELD_MS, step);
    });
  };
}
