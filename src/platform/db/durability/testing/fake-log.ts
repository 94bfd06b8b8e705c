import type { CommitLog } from "#platform/db/durability/remote.ts";

/** A log whose acknowledgements a test gives by hand. */
export interface FakeLog extends CommitLog {
  /** Batches that wait for their acknowledgement: 0 or 1. */
  readonly inFlight: number;
  /** Batches shipped so far. */
  readonly shipped: number;
  acknowledge(): void;
  refuse(): void;
  /** From now on batches are acknowledged at once (0), after so many ms, or by hand (null). */
  answerAfter(ms: number | null): void;
  setDeadline(atMs: number): void;
}

export function createFakeLog(): FakeLog {
  let pending: PromiseWithResolvers<void> | undefined;
  let delay: number | null = null;
  let deadline = Number.POSITIVE_INFINITY;
  let shipped = 0;
  const end = (settle: (batch: PromiseWithResolvers<void>) => void) => {
    const batch = pending;
    pending = undefined;
    if (batch) settle(batch);
  };
  const acknowledge = () => end(({ resolve }) => resolve());
  return {
    ship() {
      shipped += 1;
      pending = Promise.withResolvers<void>();
      const { promise } = pending;
      if (delay === 0) acknowledge();
      else if (delay !== null) setTimeout(acknowledge, delay);
      return promise;
    },
    deadline: () => deadline,
    get inFlight() {
      return pending ? 1 : 0;
    },
    get shipped() {
      return shipped;
    },
    acknowledge,
    refuse: () => end(({ reject }) => reject(new Error("deposed"))),
    answerAfter(ms) {
      delay = ms;
      if (ms !== null) acknowledge();
    },
    setDeadline(atMs) {
      deadline = atMs;
    },
  };
}
