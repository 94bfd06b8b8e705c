import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createComparison, isCompareNotice, isHashesNotice } from "#cluster/node/comparison.ts";
import type { Pause } from "#cluster/node/follower.ts";
import { hashCopy } from "#cluster/node/hash-copy.ts";
import type { ClusterNode } from "#cluster/node/node.ts";
import { keepDiffering } from "#cluster/node/prepare.ts";
import { createSnapshotList, removeSnapshots } from "#cluster/snapshot/cell-snapshots.ts";
import type { Config } from "#config.ts";
import type { Notice } from "#platform/db/ship/batch.ts";
import type { Log } from "#platform/log.ts";
import type { ClusterConnection } from "./connect.ts";

/**
 * File in the data directory with the number of databases that differed so far. It is stored because a node that finds a
 * difference ends.
 */
const COUNT_FILE = "differing-files";

/** The weekly comparison of this node's databases with the hashes that the owner publishes. */
export interface Differences {
  readonly count: number;
  /** The last run in which every piece was compared; null = none. */
  readonly compared: string | null;
  found(paths: readonly string[]): void;
  /** Handles a notice of the owner. The files of this node are then exactly as they are after that notice. */
  take(notice: Notice, pause: Pause): Promise<void> | undefined;
}

export interface CompareOptions {
  readonly config: Config;
  readonly connection: ClusterConnection;
  readonly journal: Log;
  readonly node: () => ClusterNode;
  /** Called when databases differ: this node needs a new copy. */
  readonly onDiffering: (error: Error) => void;
}

export function compareFiles(options: CompareOptions): Differences {
  const { config, journal } = options;
  const path = join(config.dataDir, COUNT_FILE);
  let count = existsSync(path) ? Number(readFileSync(path, "utf8")) || 0 : 0;
  const found = (paths: readonly string[]) => {
    count += paths.length;
    writeFileSync(path, String(count));
  };
  const comparison = createComparison();
  const report = async (paths: readonly string[]) => {
    found(paths);
    journal.error(
      { paths },
      "databases of this copy differ from the owner's: check both disks; these files are kept in differing-copy",
    );
    keepDiffering(config.dataDir, paths);
    await removeOwnSnapshots(options);
    options.onDiffering(new Error(`${paths.length} databases differ from the owner's`));
  };
  const takeNotice = async (notice: Notice, { isExact, signal }: Pause) => {
    if (isCompareNotice(notice)) {
      // Before the node is ready, its files may have changes of later messages.
      if (!isExact || !options.node().isReady) return;
      const hashes = await hashCopy(config.dataDir, notice.pieces, signal);
      if (hashes) comparison.noteOwn(notice.id, hashes);
    } else if (isHashesNotice(notice)) {
      const paths = comparison.take(notice);
      if (paths.length > 0) await report(paths);
      const { compared, differing } = comparison;
      if (notice.total !== undefined)
        journal.info(
          { run: notice.run, compared, of: notice.total, differing },
          "databases compared with the owner's",
        );
    }
  };
  return {
    get count() {
      return count;
    },
    get compared() {
      return comparison.complete;
    },
    found,
    take(notice, pause) {
      if (!isCompareNotice(notice) && !isHashesNotice(notice)) return undefined;
      return takeNotice(notice, pause).catch((error: unknown) => {
        journal.error({ err: error }, "the databases could not be compared with the owner's");
      });
    },
  };
}

/** Removes the snapshots that this node made, because a snapshot of damaged files must not become the next copy. */
async function removeOwnSnapshots({ connection }: CompareOptions): Promise<void> {
  const { snapshots, cell, node } = connection;
  const known = await createSnapshotList(snapshots.store, snapshots.seal, cell).read();
  const own = known.filter((snapshot) => snapshot.node === node).map(({ name }) => name);
  if (own.length > 0) await removeSnapshots({ ...snapshots, cell }, own);
}
