import type { Clock } from "#platform/clock.ts";
import type { Batch } from "#platform/db/ship/reader.ts";

/** How far a copy is behind, for display and alerts only. */
export interface Lag {
  applied(batch: Batch, storedAtMs: number): void;
  /**
   * Reports that the log ended at `last` when the request was sent, and that this copy has applied everything up to `applied`
   * now.
   */
  ended(log: { readonly last: number; readonly sentAtMs: number; readonly applied: number }): void;
  /**
   * Seconds between the capture of the last applied batch and its application here. When the copy is not known to have
   * everything that the log had 3 s ago: the seconds since it was last known to be complete, which also grow while no server
   * answers.
   */
  readonly seconds: number;
}

/** A copy counts as current for this long after it had everything up to the end of the log, which is read once a second, ms. */
const CURRENT_WITHIN_MS = 3000;
/** Maximum number of log ends that are remembered until they are applied; above it, every second one is dropped. */
const MAX_ENDS = 120;

export function createLag(wallClock: Clock, monotonic: Clock): Lag {
  let lagMs = 0;
  let completeAtMs = monotonic.now();
  let ends: { readonly last: number; readonly atMs: number }[] = [];
  return {
    applied(batch, storedAtMs) {
      const madeAt = batch.kind === "batch" ? batch.capture.capturedAtMs : storedAtMs;
      lagMs = Math.max(0, wallClock.now() - madeAt);
    },
    ended({ last, sentAtMs, applied }) {
      ends.push({ last, atMs: sentAtMs });
      for (const end of ends) if (end.last <= applied) completeAtMs = Math.max(completeAtMs, end.atMs);
      ends = ends.filter((end) => end.last > applied);
      if (ends.length > MAX_ENDS) ends = ends.filter((_, index) => index % 2 === 0);
    },
    get seconds() {
      const sinceMs = monotonic.now() - completeAtMs;
      return (sinceMs > CURRENT_WITHIN_MS ? Math.max(sinceMs, lagMs) : lagMs) / 1000;
    },
  };
}
