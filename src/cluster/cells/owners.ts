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
/**
 * Leases that one poll reads. With more cells it reads those in turn, so the load of the servers grows with the processes and not with
 * processes × cells.
 */
const READS = 16;
/** Of them, at least so many are for cells that are not in use. */
const IN_TURN = 4;
/** A cell is in use for this long after a request for it, ms. */
const USED_MS = 60_000;

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
  /** Cells that have or had an owner and were not removed, and this one; ascending. */
  readonly cells: readonly number[];
  /** False until the servers have listed the cells once: there may be others. */
  readonly isListed: boolean;
  /** Null: the cell has no owner that can be reached, or its owner is not known yet. Reads memory. The cell is in use then. */
  of(cell: number): CellOwner | null;
  /** The cell is in use until the returned function is called: for a socket, which asks for the owner only once. */
  use(cell: number): () => void;
  /** Calls the listener when a process no longer owns a cell. */
  onLost(listener: (cell: number, owner: CellOwner) => void): void;
  stop(): void;
}

interface Seen {
  readonly owner: CellOwner | null;
  /** The lease was removed by `balcao cluster forget --cell`. */
  readonly isForgotten: boolean;
  readonly revision: number;
  /** When this process saw the lease change, ms. */
  readonly changedMs: number;
  /** Since when only older leases than the known one were read, ms; null while they are not older. */
  readonly olderSinceMs: number | null;
}

export interface OwnersOptions {
  readonly leases: Pick<LeaseStore, "read" | "cells">;
  readonly own: number;
  /** Monotonic. */
  readonly clock: Clock;
}

/** Reads the leases of all cells every 500 ms; with more than 16 cells those in use, and the others in turn. */
export function watchOwners({ leases, own, clock }: OwnersOptions): Owners {
  const seen = new Map<number, Seen>();
  const listeners: ((cell: number, owner: CellOwner) => void)[] = [];
  /** When the lease was last asked for, and when the cell was last used, ms. */
  const askedMs = new Map<number, number>();
  const usedMs = new Map<number, number>();
  const uses = new Map<number, number>();
  /** Also forgotten ones: a node of such a cell may be started again. */
  let listed: readonly number[] = [own];
  let cells = listed;
  let listedMs = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let cancel = () => {};

  function note(cell: number, next: Seen): void {
    const before = seen.get(cell)?.owner;
    seen.set(cell, next);
    if (before && before.incarnation !== next.owner?.incarnation)
      for (const listener of listeners) listener(cell, before);
  }

  const isUsed = (cell: number) =>
    cell === own || uses.has(cell) || clock.now() - (usedMs.get(cell) ?? Number.NEGATIVE_INFINITY) < USED_MS;

  /** The cells that this poll reads, and at first every cell once. */
  function due(): readonly number[] {
    if (listed.length <= READS) return listed;
    const unread = listed.filter((cell) => !seen.has(cell));
    const others = listed
      .filter((cell) => seen.has(cell))
      .toSorted((a, b) => (askedMs.get(a) ?? 0) - (askedMs.get(b) ?? 0));
    const used = others.filter(isUsed).slice(0, READS - IN_TURN);
    const inTurn = others.filter((cell) => !used.includes(cell)).slice(0, READS - used.length);
    return [...unread, ...used, ...inTurn];
  }

  async function readOne(cell: number): Promise<void> {
    askedMs.set(cell, clock.now());
    const answer = await leases.read(cell, { timeoutMs: READ_MS });
    if (isStopped || answer.result !== "found") return;
    const { revision, lease } = answer.entry;
    const known = seen.get(cell);
    // An isolated server answers from the past for up to 10 s; after that the servers have lost the newer lease.
    if (known && revision < known.revision) {
      const olderSinceMs = known.olderSinceMs ?? clock.now();
      if (clock.now() - olderSinceMs < STALE_MS) {
        seen.set(cell, { ...known, olderSinceMs });
        return;
      }
    }
    const changedMs = known?.revision === revision ? known.changedMs : clock.now();
    const isSilent = clock.now() - changedMs >= SILENT_MS;
    const isReachable = lease !== null && lease.node !== "" && lease.address !== "" && !isSilent;
    const owner = isReachable
      ? { node: lease.node, incarnation: lease.incarnation, address: lease.address }
      : null;
    const isForgotten = lease === null && revision > 0;
    note(cell, { owner, isForgotten, revision, changedMs, olderSinceMs: null });
  }

  const existing = () => listed.filter((cell) => cell === own || seen.get(cell)?.isForgotten !== true);

  async function poll(): Promise<void> {
    if (clock.now() - listedMs >= CELLS_MS) {
      const found = await leases.cells().catch(() => null);
      if (found) {
        listedMs = clock.now();
        listed = [...new Set([...found, own])].sort((a, b) => a - b);
        cells = existing();
      }
    }
    await Promise.all(due().map(readOne));
    cells = existing();
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
    get isListed() {
      return listedMs !== Number.NEGATIVE_INFINITY;
    },
    of(cell) {
      usedMs.set(cell, clock.now());
      return seen.get(cell)?.owner ?? null;
    },
    use(cell) {
      uses.set(cell, (uses.get(cell) ?? 0) + 1);
      return () => {
        const left = (uses.get(cell) ?? 1) - 1;
        if (left > 0) uses.set(cell, left);
        else uses.delete(cell);
      };
    },
    onLost: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
