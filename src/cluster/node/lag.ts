import type { Clock } from "#platform/clock.ts";
import type { Batch } from "#platform/db/ship/reader.ts";

/** How far a copy is behind, for display and alerts only. */
export interface Lag {
  applied(batch: Batch, storedAtMs: number): void;
  /** The log ended at `last` when the question was sent; `applied` is the copy's own end now. */
  ended(log: { readonly last: number; readonly sentAtMs: number; readonly applied: number }): void;
  /**
   * Seconds between the capture of the last applied batch and its application here. While the copy is not known to have everything
   * that the log had 3 s ago, the seconds since it was known to: they grow, also while no server answers.
   */
  readonly seconds: number;
}

/** The end of the log is read once a second; a copy that had everything at such a time is current, ms. */
const CURRENT_WITHIN_MS = 3000;
/** Ends of the log that are remembered until they are applied; beyond it every second one is dropped. */
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
