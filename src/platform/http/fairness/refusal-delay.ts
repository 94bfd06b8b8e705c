import type { AppError } from "#platform/errors.ts";

/** Refusals of one second that are answered at once; later ones are held, so that repeating them costs little. */
const QUICK_REFUSALS = 50;
const HELD_MS = 1000;
/** Held refusals are answered a few at a time: answered together, their callers would come back together. */
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

/** Refuses with the error given: the first ones of a second at once, later ones after a second, 1,600 a second. */
export function createRefusalDelay(options: RefusalDelayOptions = {}): (error: AppError) => Promise<never> {
  const now = options.now ?? (() => performance.now());
  const after = options.after ?? ((ms: number, work: () => void) => void setTimeout(work, ms));
  /** In the order of `until`. One for each open connection at most. */
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
