import type { Clock } from "#platform/clock.ts";

/** Delayed work, of which at most one run is in progress. */
export interface Background {
  /** Runs other work of the same kind: at once, or after the run in progress. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Schedules one run after the delay; further calls until then do nothing. */
  plan(): void;
  /** Cancels the scheduled run; resolves when no run is in progress. */
  stop(): Promise<void>;
}

/** `work` handles its own errors. */
export function createBackground(clock: Clock, afterMs: number, work: () => Promise<void>): Background {
  let running: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isStopped = false;
  let cancel: (() => void) | undefined;
  const counted = async <T>(other: () => Promise<T>): Promise<T> => {
    try {
      return await other();
    } finally {
      waiting -= 1;
    }
  };
  const alone = <T>(other: () => Promise<T>): Promise<T> => {
    waiting += 1;
    const ended = waiting === 1 ? counted(other) : running.then(() => counted(other));
    running = ended.catch(() => undefined);
    return ended;
  };
  return {
    alone,
    plan() {
      if (isStopped || cancel) return;
      cancel = clock.after(afterMs, () => {
        cancel = undefined;
        void alone(work);
      });
    },
    async stop() {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
}
