import type { LeaseEntry } from "#cluster/lease/lease.ts";
import { LOSS_PROVEN_MS } from "./append.ts";

/**
 * When a standby tries to take the lease: docs/rules/cluster.md#lease. Pure; all times are of the node's own monotonic clock.
 */

/** Interval of heartbeats and renewals, ms. */
export const BEAT_MS = 1000;
/** Time-out of one heartbeat, renewal or read of the lease, ms. */
export const BEAT_TIMEOUT_MS = 800;
/**
 * Heartbeats of this length without interruption show that the bucket of leases accepts writes, ms. A living owner renews within
 * 1.1 s after an outage: one time-out and one pause.
 */
const UNINTERRUPTED_MS = 2000;
/** Two heartbeats further apart than this are an interruption: the node was frozen or the bucket did not answer. */
const INTERRUPTION_MS = 2500;

export interface Patience {
  /** The newest entry of the lease that this node has seen; null before the first. */
  readonly entry: LeaseEntry | null;
  /** When that entry was first seen. */
  readonly seenAtMs: number;
  /** Since when only older entries than the known one were read; null while they are not older. */
  readonly behindSinceMs: number | null;
  /** Start of the first heartbeat of the present run without interruption; null while there is none. */
  readonly beatingSinceMs: number | null;
  /** Start of the newest confirmed heartbeat. */
  readonly beatAtMs: number;
}

export const startPatience = (nowMs: number): Patience => ({
  entry: null,
  seenAtMs: nowMs,
  behindSinceMs: null,
  beatingSinceMs: null,
  beatAtMs: nowMs,
});

/**
 * Records an entry that was read. An entry older than the known one comes from a server that is behind, and is ignored. After
 * 15 s with only older entries the bucket must have lost the known entry, and the older one counts.
 */
export function sawEntry(patience: Patience, entry: LeaseEntry, nowMs: number): Patience {
  const known = patience.entry?.revision ?? -1;
  if (entry.revision > known) return { ...patience, entry, seenAtMs: nowMs, behindSinceMs: null };
  if (entry.revision === known) return { ...patience, behindSinceMs: null };
  const behindSinceMs = patience.behindSinceMs ?? nowMs;
  return nowMs - behindSinceMs < LOSS_PROVEN_MS
    ? { ...patience, behindSinceMs }
    : { ...patience, entry, seenAtMs: nowMs, behindSinceMs: null };
}

/** Records that a compare-and-set was refused: another node wrote a moment ago, although its entry was not seen yet. */
export const wasRefused = (patience: Patience, nowMs: number): Patience => ({ ...patience, seenAtMs: nowMs });

/** A heartbeat that began at `startedMs` was confirmed or was not. */
export function afterBeat(patience: Patience, startedMs: number, isConfirmed: boolean): Patience {
  if (!isConfirmed) return { ...patience, beatingSinceMs: null };
  const isInterrupted = patience.beatingSinceMs === null || startedMs - patience.beatAtMs > INTERRUPTION_MS;
  return {
    ...patience,
    beatingSinceMs: isInterrupted ? startedMs : patience.beatingSinceMs,
    beatAtMs: startedMs,
  };
}

/** True when the lease is free for this node, or its holder has been silent for long enough. */
export function mayTry(patience: Patience, node: string, leaseMs: number, nowMs: number): boolean {
  const { entry, beatingSinceMs } = patience;
  if (!entry) return false;
  const { lease } = entry;
  const isFree = !lease || (lease.node === "" && (lease.successor === "" || lease.successor === node));
  if (isFree) return true;
  const isBeating =
    beatingSinceMs !== null &&
    nowMs - beatingSinceMs >= UNINTERRUPTED_MS &&
    nowMs - patience.beatAtMs <= INTERRUPTION_MS;
  return isBeating && nowMs - patience.seenAtMs >= leaseMs;
}
