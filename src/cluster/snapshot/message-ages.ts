/** Ends of the log closer together than this are not remembered, ms. */
const STEP_MS = 60_000;
/** Ages beyond this are counted together, ms. */
const OLDEST_MS = 24 * 3_600_000;

/**
 * How long this process has known messages of the log, by its own monotonic clock: the wall clocks of nodes and servers may be wrong.
 * A message is at least that old.
 */
export interface MessageAges {
  /** The log ends here now. */
  saw(last: number): void;
  /** 0 for a message that is not known. */
  atLeastMs(sequence: number): number;
}

export function createMessageAges(monotonicNow: () => number): MessageAges {
  let ends: readonly { readonly last: number; readonly atMs: number }[] = [];
  return {
    saw(last) {
      const atMs = monotonicNow();
      const newest = ends.at(-1);
      if (newest && (last <= newest.last || atMs < newest.atMs + STEP_MS)) return;
      ends = [...ends.filter((end) => end.atMs > atMs - OLDEST_MS), { last, atMs }];
    },
    atLeastMs(sequence) {
      const first = ends.find(({ last }) => last >= sequence);
      return first ? monotonicNow() - first.atMs : 0;
    },
  };
}
