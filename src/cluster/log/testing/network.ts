import type { Clock } from "#platform/clock.ts";

/** Faults between one client and the servers. All are decided by `random`, so that a seed repeats a run. */
export interface Faults {
  /** 0 to below 1. */
  readonly random: () => number;
  /** Longest delay of a request or an answer, ms; each gets a random part of it. */
  readonly delayMs: number;
  /** Share of requests that never arrive. */
  readonly lostRequests: number;
  /** Share of answers that never arrive, although the server carried the request out. */
  readonly lostAnswers: number;
  /** Share of reads that a server answers from an older state. */
  readonly staleReads: number;
}

const NO_FAULTS: Faults = {
  random: () => 0,
  delayMs: 0,
  lostRequests: 0,
  lostAnswers: 0,
  staleReads: 0,
};

/** Random numbers that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The way of one client to the servers: delayed, lossy, and cut off while `isCut`. */
export interface Way {
  isCut: boolean;
  faults: Faults;
  /** Carries `work` out at the server and brings its answer; `fallback` after the time-out. A late request is still carried out. */
  ask<T>(work: () => T, fallback: T, timeoutMs: number): Promise<T>;
}

/** A way that uses the clock for its delays. Without delay and loss it answers in the next microtask. */
export function createWay(clock: Clock, initial: Faults = NO_FAULTS): Way {
  const way: Way = {
    isCut: false,
    faults: initial,
    ask<T>(work: () => T, fallback: T, timeoutMs: number): Promise<T> {
      const { random, delayMs, lostRequests, lostAnswers } = way.faults;
      if (!way.isCut && delayMs === 0 && lostRequests === 0 && lostAnswers === 0)
        return Promise.resolve(work());
      return new Promise((resolve) => {
        const giveUp = clock.after(timeoutMs, () => resolve(fallback));
        if (way.isCut || random() < lostRequests) return;
        clock.after(random() * delayMs, () => {
          const answer = work();
          if (way.isCut || random() < lostAnswers) return;
          clock.after(random() * delayMs, () => {
            giveUp();
            resolve(answer);
          });
        });
      });
    },
  };
  return way;
}
