import type { LeaseStore } from "#cluster/lease/lease.ts";
import type { Clock } from "#platform/clock.ts";

const POLL_MS = 500;
const READ_MS = 800;
/** How often the servers are asked for cells that did not exist before, ms. */
const CELLS_MS = 5000;
/** A lease that has not changed for this long has no owner, ms: a standby would have taken it. */
const SILENT_MS = 35_000;
/** An older lease than the known one is ignored for this long, ms. */
const STALE_MS = 15_000;

/** The process that owns a cell. */
export interface CellOwner {
  readonly node: string;
  /** Differs with each process of the node. */
  readonly incarnation: string;
  /** `CLUSTER_URL` of the owner. */
  readonly address: string;
}

/** Who owns each cell of the installation (docs/rules/cells.md#owners). */
export interface Owners {
  /** Cells that have or had an owner, and this one; ascending. */
  readonly cells: readonly number[];
  /** Null: the cell has no owner that can be reached, or its owner is not known yet. Reads memory. */
  of(cell: number): CellOwner | null;
  /** Calls the listener when a process no longer owns a cell. */
  onLost(listener: (cell: number, owner: CellOwner) => void): void;
  stop(): void;
}

interface Seen {
  readonly owner: CellOwner | null;
  readonly revision: number;
  /** When this process saw the lease change, ms. */
  readonly changedMs: number;
}

export interface OwnersOptions {
  readonly leases: Pick<LeaseStore, "read" | "cells">;
  readonly own: number;
  /** Monotonic. */
  readonly clock: Clock;
}

/** Reads the leases of all cells every 500 ms. */
export function watchOwners({ leases, own, clock }: OwnersOptions): Owners {
  const seen = new Map<number, Seen>();
  const listeners: ((cell: number, owner: CellOwner) => void)[] = [];
  let cells: readonly number[] = [own];
  let listedMs = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let cancel = () => {};

  function note(cell: number, next: Seen): void {
    const before = seen.get(cell)?.owner;
    seen.set(cell, next);
    if (before && before.incarnation !== next.owner?.incarnation)
      for (const listener of listeners) listener(cell, before);
  }

  async function readOne(cell: number): Promise<void> {
    const answer = await leases.read(cell, { timeoutMs: READ_MS });
    if (isStopped || answer.result !== "found") return;
    const { revision, lease } = answer.entry;
    const known = seen.get(cell);
    // An isolated server answers from the past for up to 10 s; after that the servers have lost the newer lease.
    if (known && revision < known.revision && clock.now() - known.changedMs < STALE_MS) return;
    const changedMs = known?.revision === revision ? known.changedMs : clock.now();
    const isSilent = clock.now() - changedMs >= SILENT_MS;
    const isReachable = lease !== null && lease.node !== "" && lease.address !== "" && !isSilent;
    const owner = isReachable
      ? { node: lease.node, incarnation: lease.incarnation, address: lease.address }
      : null;
    note(cell, { owner, revision, changedMs });
  }

  async function poll(): Promise<void> {
    if (clock.now() - listedMs >= CELLS_MS) {
      const listed = await leases.cells().catch(() => null);
      if (listed) {
        listedMs = clock.now();
        cells = [...new Set([...listed, own])].sort((a, b) => a - b);
      }
    }
    await Promise.all(cells.map(readOne));
  }
  const run = () =>
    void poll().then(() => {
      if (!isStopped) cancel = clock.after(POLL_MS, run);
    });
  run();

  return {
    get cells() {
      return cells;
    },
    of: (cell) => seen.get(cell)?.owner ?? null,
    onLost: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
