/** The clock of the product: injected, so that every rule can be tested with a fake clock. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Runs `task` once after `ms`; the returned function cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** Time for pauses kept in memory, ms: it continues without a jump when the wall clock is set back. Its zero has no meaning. */
export function steadyTime({ now }: Pick<Clock, "now">): () => number {
  let offset = 0;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const wallMs = now();
    offset = Math.max(offset, last - wallMs);
    last = wallMs + offset;
    return last;
  };
}

/** A clock that only moves when it is advanced; due tasks run in order of time. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(atMs: number): void;
}

export function fakeClock(startMs = Date.UTC(2026, 10, 20, 15, 0, 0)): FakeClock {
  let now = startMs;
  let tasks: { at: number; task: () => void }[] = [];
  const runUntil = (target: number) => {
    for (;;) {
      const due = tasks.filter((entry) => entry.at <= target).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      tasks = tasks.filter((entry) => entry !== due);
      now = Math.max(now, due.at);
      due.task();
    }
    now = target;
  };
  return {
    now: () => now,
    after(ms, task) {
      const entry = { at: now + ms, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((other) => other !== entry);
      };
    },
    advance: (ms) => runUntil(now + ms),
    set: (atMs) => runUntil(atMs),
  };
}
