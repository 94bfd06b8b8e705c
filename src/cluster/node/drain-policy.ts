import { MIN_FREE_BYTES } from "./readiness.ts";

/** An owner that no proxy has asked for this long, while one asks a standby, is cut off from users, ms. */
const UNPROBED_MS = 30_000;

export interface OwnerView {
  /** Monotonic, as all times here. */
  readonly nowMs: number;
  /** When the doors of this owner opened. */
  readonly openedAtMs: number;
  /** When a health check of a proxy last passed here; null = never. */
  readonly passedAtMs: number | null;
  /** Whether a proxy has ever sent a health check to this process, also as a standby. Without a proxy it is unknown whether users reach it. */
  readonly wasEverProbed: boolean;
  readonly freeBytes: number;
  /** Standbys that can take over now, the most advanced first. */
  readonly standbys: readonly { readonly node: string; readonly isProbed: boolean }[];
}

export interface Drain {
  readonly to: string;
  readonly reason: "users do not reach this node" | "its disk is nearly full";
}

/** Which standby an owner should give its cell to, and why; null = it keeps the cell. Pure (docs/rules/cluster.md#isolated). */
export function wantsDrain(view: OwnerView): Drain | null {
  const { nowMs, openedAtMs, passedAtMs, wasEverProbed, freeBytes, standbys } = view;
  const quietMs = nowMs - Math.max(openedAtMs, passedAtMs ?? openedAtMs);
  const probed = standbys.find(({ isProbed }) => isProbed);
  if (wasEverProbed && quietMs >= UNPROBED_MS && probed)
    return { to: probed.node, reason: "users do not reach this node" };
  // A standby with less room is not ready, so that the cell does not go back and forth.
  const [first] = standbys;
  if (freeBytes < MIN_FREE_BYTES && first) return { to: first.node, reason: "its disk is nearly full" };
  return null;
}
