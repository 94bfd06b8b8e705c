/**
 * The cell that this process owns in a cluster (docs/rules/cluster.md#cell). Without a cluster there is none: code that
 * depends on it then behaves as one machine does.
 */
export interface OwnedCell {
  /** Number of the cell, from 1. */
  readonly number: number;
  /** Name of this node. */
  readonly node: string;
  /** Number of this ownership; grows with each takeover. */
  readonly epoch: number;
  /** False past the lease deadline: another node may own the cell by now. */
  readonly isLeaseValid: boolean;
  /** Calls the listener each time the deadline passes: connections to other networks close. */
  onLapse(listener: () => void): void;
  /** A health check of a proxy passed: users reach this node. */
  notePassedCheck?(): void;
}
