/** Runs work in order per key (chat); the work of other keys runs at the same time. */
export interface KeyedQueues {
  /** Runs `work` after earlier work of this key; at once when there is none and `work` is synchronous. */
  run(key: string, work: () => Promise<void> | void): void;
}

export function createKeyedQueues(onError: (error: unknown) => void): KeyedQueues {
  const tails = new Map<string, Promise<void>>();
  const join = (key: string, step: Promise<void>) => {
    const tail = step.catch(onError).then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    tails.set(key, tail);
  };
  return {
    run(key, work) {
      const before = tails.get(key);
      if (before) return join(key, before.then(work));
      const step = work();
      if (step) join(key, step);
    },
  };
}

/** Runs at most `limit` tasks at the same time; the others wait in order. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
