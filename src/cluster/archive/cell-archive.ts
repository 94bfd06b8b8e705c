import type { BatchLog } from "#cluster/log/log.ts";
import type { Config } from "#config.ts";
import type { Position } from "#platform/db/ship/position.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import type { BatchFollower } from "#platform/db/ship/shipping.ts";
import type { Log } from "#platform/log.ts";
import { archiveStoreOf } from "./archive-store.ts";
import type { ArchiverState } from "./archiver-state.ts";
import { lastEpoch } from "./epoch.ts";
import { createLogArchiver } from "./log-archiver.ts";
import { type Snapshots, startSnapshots } from "./snapshots.ts";

/** The continuous archive of a cell, on the node that owns it. */
export interface CellArchive {
  /** Receives every batch that the log has acknowledged. */
  readonly follower: BatchFollower;
  /** Begins to archive and takes snapshots; to be called when the files are open. */
  start(): void;
  /** Last sequence that the archive has; the log keeps what follows. */
  readonly archivedSequence: number;
  readonly state: ArchiverState;
  /** Archives what is acknowledged for at most this time; the next owner archives the rest. */
  stop(timeoutMs: number): Promise<void>;
}

export interface CellArchiveOptions {
  readonly config: Config;
  readonly log: BatchLog;
  readonly seal: BatchSeal;
  readonly cell: number;
  readonly node: string;
  /** The epoch of this owner. */
  readonly epoch: number;
  readonly product: string;
  readonly position: () => Position;
  readonly ship: () => Promise<void>;
  readonly isOpen: () => boolean;
  readonly journal: Log;
}

/** The archive that the configuration names; null = none. Throws ArchiveError for an unusable configuration. */
export function createCellArchive(options: CellArchiveOptions): CellArchive | null {
  const { config, cell, product, journal } = options;
  const store = archiveStoreOf(config);
  if (!store) return null;
  const archiver = createLogArchiver({ ...options, store, now: Date.now });
  let snapshots: Snapshots | undefined;
  return {
    follower: archiver.follower,
    start() {
      archiver.start();
      const { installation } = options.position();
      snapshots = startSnapshots({
        config,
        store,
        cell,
        installation,
        product,
        source: archiver,
        log: journal,
        now: Date.now,
      });
    },
    get archivedSequence() {
      return archiver.archivedSequence;
    },
    get state() {
      return archiver.state;
    },
    async stop(timeoutMs) {
      const ended = snapshots?.stop();
      await archiver.stop(timeoutMs);
      await Promise.race([ended, Bun.sleep(timeoutMs)]);
    },
  };
}

/** The first epoch of a new log: after all epochs of an archive in the same place. Throws ArchiveError. */
export async function epochBehindArchive(config: Config): Promise<number> {
  const store = archiveStoreOf(config);
  return store ? 1 + (await lastEpoch(store, config.clusterCell)) : 1;
}
