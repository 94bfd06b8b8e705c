import type { OwnedCell } from "#platform/cell.ts";

/** Reconnects after "replaced" within this time, ms (docs/rules/cluster.md#replaced). */
const WINDOW_MS = 10 * 60_000;
const MAX_RECONNECTS = 3;

/**
 * What follows when WhatsApp closes a session of a cluster because another connection replaced it. `end`: the new owner
 * opened it; `reconnect`: this node is the owner; `stay closed`: a program outside the cluster keeps replacing it.
 */
export type Replaced = "end" | "reconnect" | "stay closed";

/** The replacements of one session. Pure except for the times that it remembers. */
export class Replacements {
  #reconnectedAt: readonly number[] = [];

  next({ isLeaseValid }: Pick<OwnedCell, "isLeaseValid">, nowMs: number): Replaced {
    if (!isLeaseValid) return "end";
    const recent = this.#reconnectedAt.filter((at) => nowMs - at < WINDOW_MS);
    if (recent.length >= MAX_RECONNECTS) return "stay closed";
    this.#reconnectedAt = [...recent, nowMs];
    return "reconnect";
  }
}
