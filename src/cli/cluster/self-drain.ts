import { monotonicClock } from "#cluster/monotonic.ts";
import { type Drain, wantsDrain } from "#cluster/node/drain-policy.ts";
import type { Log } from "#platform/log.ts";
import type { Owner } from "./owner.ts";
import type { WatchedCell } from "./watch-cell.ts";

export interface SelfDrainOptions {
  readonly owner: Owner;
  readonly watched: WatchedCell;
  /** End of the log as this owner knows it. */
  readonly last: () => number;
  readonly freeBytes: () => number;
  /** Whether a proxy sent a health check to this process before it became the owner. */
  readonly wasProbed: boolean;
  readonly giveAway: (to: string) => Promise<void>;
  readonly journal: Log;
}

/**
 * Gives the cell away automatically when users do not reach this node, or its disk is nearly full: two consecutive readings of
 * the other nodes, 5 s apart, must give the same result (docs/rules/cluster.md#isolated).
 */
export function drainWhenNeeded(options: SelfDrainOptions): void {
  const { owner, watched, journal } = options;
  const openedAtMs = monotonicClock.now();
  let before: Drain | null = null;
  let isGiven = false;
  watched.onRead(() => {
    if (isGiven) return;
    const { passedAtMs } = owner;
    const wanted = wantsDrain({
      nowMs: monotonicClock.now(),
      openedAtMs,
      passedAtMs,
      wasEverProbed: options.wasProbed || passedAtMs !== null,
      freeBytes: options.freeBytes(),
      standbys: watched.standbys(options.last()).map(({ node, isProbed = false }) => ({ node, isProbed })),
    });
    const isConfirmed = wanted !== null && before?.to === wanted.to && before.reason === wanted.reason;
    before = wanted;
    if (!isConfirmed) return;
    isGiven = true;
    journal.error({ to: wanted.to, reason: wanted.reason }, "this owner gives the cell to another node");
    options
      .giveAway(wanted.to)
      .catch((error: unknown) => journal.error({ err: error }, "the cell could not be given away in order"));
  });
}
