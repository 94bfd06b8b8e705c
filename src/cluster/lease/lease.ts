/**
 * The lease of a cell: it only decides *when* a standby tries to take over. Whether it may write is decided by the log,
 * which refuses an append with a stale expected sequence.
 */

export interface Lease {
  /** Name of the node that owns the cell; empty after a release. */
  readonly node: string;
  /**
   * Differs with each process of a node, so that a restarted process does not take the former one's lease for its own.
   */
  readonly incarnation: string;
  /** Where other nodes reach the owner; empty without `CLUSTER_URL`. */
  readonly address: string;
  /** Increases with every renewal. */
  readonly counter: number;
  /** After a release: the only node that may take the lease immediately; empty = any. */
  readonly successor: string;
}

/** A lease with the revision that a compare-and-set must name. */
export interface LeaseEntry {
  /** 0 = the key does not exist yet. */
  readonly revision: number;
  readonly lease: Lease | null;
}

/** `refused`: the revision was another one. `unknown`: time-out; the write may have happened. */
export type LeaseWritten =
  | { readonly result: "written"; readonly revision: number }
  | { readonly result: "refused" | "unknown" };

export type LeaseRead =
  | { readonly result: "found"; readonly entry: LeaseEntry }
  | { readonly result: "unknown" };

/** What each node reports of itself once a second. */
export interface Heartbeat {
  readonly node: string;
  readonly address: string;
  readonly role: "owner" | "standby" | "copy";
  /** Sequence that this node has applied, for each cell. */
  readonly applied: Readonly<Record<string, number>>;
  /** False while the node cannot take over: disk full, a failed write, copy being rebuilt, too far behind. */
  readonly isReady: boolean;
  /** Why it cannot take over, for an operator; null = it can. Absent from older programs. */
  readonly problem?: string | null;
  /**
   * A proxy has asked this node for its owner in the last seconds: users would reach it. Absent from older programs.
   */
  readonly isProbed?: boolean;
  readonly version: string;
  /** Batch formats that it reads; only reported so far, because there is one format. */
  readonly formats: readonly number[];
  /**
   * `snapshot`: it takes or checks one. `copy`: it makes its copy. `lacking`: it finds no snapshot that the log
   * continues.
   */
  readonly work?: "snapshot" | "copy" | "lacking" | undefined;
  /** The last comparison with the owner's databases of which it has compared every piece. */
  readonly compared?: string | undefined;
  /**
   * Wall clock of the node, for display. Other nodes only see that it changes: a node whose heartbeat does not change
   * is dead.
   */
  readonly atMs: number;
  /** Shows that the node has the same installation key; added by the store. Absent from older programs. */
  readonly proof?: string;
}

/** Whether a node serves or copies this cell. */
export const isOfCell = ({ applied }: Heartbeat, cell: number): boolean => applied[cell] !== undefined;

export interface LeaseStore {
  /** Compare-and-set of the lease of a cell. Never rejects for reasons of the network. */
  write(
    cell: number,
    lease: Lease,
    options: { readonly revision: number; readonly timeoutMs: number },
  ): Promise<LeaseWritten>;
  /** May be out of date by several seconds; a compare-and-set with it is still safe. */
  read(cell: number, options: { readonly timeoutMs: number }): Promise<LeaseRead>;
  /** Numbers of the cells that have or had an owner, in any order. Throws when no server answers. */
  cells(): Promise<readonly number[]>;
  /** The present entry, then each change, until the signal aborts. Reconnects automatically. */
  watch(cell: number, signal: AbortSignal): AsyncIterable<LeaseEntry>;
  /** Stores the heartbeat of this node; false when it was not confirmed in time. */
  beat(heartbeat: Heartbeat, options: { readonly timeoutMs: number }): Promise<boolean>;
  /**
   * The last heartbeat of every node of a cell, also of nodes that no longer run; for display and for the slowest standby.
   * All cells of an installation share the bucket, and a machine runs a node for each cell that it serves.
   */
  heartbeats(cell: number): Promise<readonly Heartbeat[]>;
  /** Those of all cells: for names and keys, which concern the whole installation. */
  allHeartbeats(): Promise<readonly Heartbeat[]>;
  /** Forgets a node that was taken out of service. */
  forget(node: string): Promise<void>;
  /** Removes the lease of a cell that is gone for ever: it no longer exists for the others. A new owner brings it back. */
  forgetCell(cell: number): Promise<void>;
}
