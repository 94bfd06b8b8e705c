import { hashesName, hashesPrefix } from "#cluster/archive/names.ts";
import type { SnapshotStore } from "#cluster/archive/objects.ts";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import type { Hasher } from "#cluster/snapshot/hash-process.ts";
import type { Notice } from "#platform/db/ship/batch.ts";
import type { Position } from "#platform/db/ship/position.ts";
import { newUuid } from "#platform/ids.ts";
import type { Log } from "#platform/log.ts";
import { publishHashes } from "./publish-hashes.ts";

/** Time between comparisons of all databases, ms. */
const COMPARE_MS = 7 * 24 * 3_600_000;
/** How long the owner waits until each standby reports a run, ms; then it begins another one. */
const REPORT_MS = 30_000;
/** A node that never compares has an older program, or is never ready. */
const MOST_RUNS = 5;
/** How often the store is asked for the last comparison, ms: its answer names all objects. */
const READ_MS = 30_000;

/** The files of this node as a snapshot sees them. */
export interface SnapshotSource {
  readonly isOwner: boolean;
  /** The end of the log that every file certainly contains; on the owner everything committed so far is stored first. */
  flush(): Promise<Position>;
  /** Only on the owner: appends a notice for standbys; returns the end of the log right behind it. */
  readonly notice?: (notice: Notice) => Promise<Position>;
}

export interface ComparisonOptions {
  readonly store: SnapshotStore;
  readonly cell: number;
  readonly now: () => number;
  readonly monotonicNow: () => number;
  readonly journal: Pick<Log, "error" | "info" | "warn">;
  /** Reads the owner's files, in a process of its own. */
  readonly startHasher: () => Hasher;
  readonly isOwner: () => boolean;
  /** The last heartbeats of the other nodes that are alive. */
  readonly alive: () => readonly Heartbeat[];
  /** Databases of the owner in which SQLite found damage. */
  readonly onDamaged: (paths: readonly string[]) => void;
}

/** The weekly comparison of the owner's databases with those of its standbys (docs/rules/cluster.md#hashes). */
export interface ComparisonRuns {
  /**
   * To be called every few seconds: makes a run when it is due, and again while a standby has not compared everything. `source`: null
   * while the files of this node are not in use. A call while another one works does nothing. Never rejects.
   */
  look(source: SnapshotSource | null): Promise<void>;
  /** Ends the run that works: the files of this node are about to change hands. */
  abort(): void;
}

export function createComparisonRuns(options: ComparisonOptions): ComparisonRuns {
  const { store, cell, now, monotonicNow, journal, startHasher, isOwner, alive, onDamaged } = options;
  let comparedMs = 0;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let hasher: Hasher | null = null;
  let isWorking = false;
  let isFailing = false;
  let run: { readonly id: string; readonly endedAtMs: number; readonly count: number } | null = null;

  const begin = async (notice: (notice: Notice) => Promise<Position>): Promise<void> => {
    const id = newUuid();
    const own = startHasher();
    hasher = own;
    const published = await publishHashes(id, { hasher: own, notice, isOwner }).finally(own.stop);
    if (!published) return;
    const { pieces, leftOut, damaged } = published;
    journal.info({ run: id, pieces, leftOut }, "hashes of the databases published for standbys");
    if (damaged.length > 0) onDamaged(damaged);
    run = { id, endedAtMs: monotonicNow(), count: (run?.count ?? 0) + 1 };
  };
  const end = async (): Promise<void> => {
    run = null;
    comparedMs = now();
    for await (const { name } of store.list(hashesPrefix(cell))) await store.remove(name);
    await store.create(hashesName(cell, comparedMs), new Uint8Array());
  };

  const isDue = () => now() - comparedMs >= COMPARE_MS;
  const look = async ({ notice }: SnapshotSource): Promise<void> => {
    if (!notice) return;
    if (run === null) {
      if (monotonicNow() < readAtMs + READ_MS) return;
      // A former owner may have made one.
      comparedMs = await lastComparison(store, cell);
      readAtMs = monotonicNow();
      return isDue() ? await begin(notice) : undefined;
    }
    const { id, endedAtMs, count } = run;
    const missing = alive().filter(({ compared }) => compared !== id);
    if (missing.length > 0 && monotonicNow() - endedAtMs < REPORT_MS) return;
    if (missing.length > 0 && count < MOST_RUNS) return await begin(notice);
    if (missing.length > 0)
      journal.warn(
        { nodes: missing.map(({ node }) => node) },
        "nodes have not compared their databases with the owner's: see balcao cluster status",
      );
    await end();
  };

  return {
    async look(source) {
      if (!source || isWorking) return;
      isWorking = true;
      try {
        await look(source);
        isFailing = false;
      } catch (error) {
        if (!isFailing)
          journal.error({ err: error }, "the comparison with the standbys failed; it is begun again");
        isFailing = true;
      } finally {
        isWorking = false;
        hasher = null;
      }
    },
    abort: () => hasher?.stop(),
  };
}

/** When the databases were compared last; 0 = never. */
async function lastComparison(store: SnapshotStore, cell: number): Promise<number> {
  let lastMs = 0;
  for await (const { name } of store.list(hashesPrefix(cell)))
    lastMs = Number(name.slice(hashesPrefix(cell).length));
  return lastMs;
}
