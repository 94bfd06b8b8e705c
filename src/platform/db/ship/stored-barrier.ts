import { type CheckpointBarrier, holdCheckpoints } from "#platform/db/checkpoint/held.ts";
import type { Sqlite } from "#platform/db/open.ts";

/** Holds the checkpoints of captured files until all earlier commits are captured and stored. */
export interface StoredBarrier {
  /** A capture was taken. Returns the number of the last capture that was not empty. */
  captured(isEmpty: boolean): number;
  /** The captures up to this number are stored; without a number, all captures so far. */
  stored(upTo?: number): void;
  /** Nothing will be stored any more: checkpoints of these files are never made. */
  end(): void;
}

interface Waiting {
  upTo: number;
  readonly done: PromiseWithResolvers<void>;
}

export interface StoredBarrierOptions {
  readonly knows: (client: Sqlite) => boolean;
  /** Whether there are commits that are in no capture yet. */
  readonly isDirty: () => boolean;
}

export function createStoredBarrier({ knows, isDirty }: StoredBarrierOptions): StoredBarrier {
  let captured = 0;
  let stored = 0;
  let isEnded = false;
  let waiting: Waiting[] = [];
  const settle = () => {
    const reached = waiting.filter(({ upTo }) => upTo <= stored);
    waiting = waiting.filter(({ upTo }) => upTo > stored);
    for (const { done } of reached) done.resolve();
  };
  const barrier: CheckpointBarrier = {
    isPending: (client) => knows(client) && (isDirty() || stored < captured),
    durable(client) {
      if (!knows(client)) return Promise.resolve();
      if (isEnded) return Promise.reject(new Error("shipping has ended"));
      const upTo = isDirty() ? captured + 1 : captured;
      if (upTo <= stored) return Promise.resolve();
      const done = Promise.withResolvers<void>();
      waiting.push({ upTo, done });
      return done.promise;
    },
  };
  const release = holdCheckpoints(barrier);
  return {
    captured(isEmpty) {
      if (!isEmpty) {
        captured += 1;
        return captured;
      }
      // The commits for which callers wait changed no page.
      for (const one of waiting) one.upTo = Math.min(one.upTo, captured);
      settle();
      return captured;
    },
    stored(upTo = captured) {
      stored = Math.max(stored, upTo);
      settle();
    },
    end() {
      isEnded = true;
      release();
      for (const { done } of waiting.splice(0)) done.reject(new Error("shipping has ended"));
    },
  };
}
