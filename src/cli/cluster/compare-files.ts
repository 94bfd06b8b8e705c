import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { differing, isHashNotice } from "#cluster/node/hash-notice.ts";
import type { ClusterNode } from "#cluster/node/node.ts";
import { keepDiffering } from "#cluster/node/prepare.ts";
import { createSnapshotList, removeSnapshots } from "#cluster/snapshot/cell-snapshots.ts";
import { startSnapshotTask } from "#cluster/snapshot/snapshot-process.ts";
import type { Config } from "#config.ts";
import type { Notice } from "#platform/db/ship/batch.ts";
import type { Log } from "#platform/log.ts";
import type { ClusterConnection } from "./connect.ts";

/** In the data directory: how many databases differed so far. A node that finds one ends, so its metric must be kept. */
const COUNT_FILE = "differing-files";

/** The weekly comparison of this node's databases with the hashes that the owner publishes. */
export interface Differences {
  readonly count: number;
  found(paths: readonly string[]): void;
  take(notice: Notice): Promise<void>;
}

export interface CompareOptions {
  readonly config: Config;
  readonly connection: ClusterConnection;
  readonly journal: Log;
  readonly node: () => ClusterNode;
  /** The copy of this node must be made again. */
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
  return {
    get count() {
      return count;
    },
    found,
    async take(notice) {
      try {
        const paths = await compare(options, notice);
        if (paths.length === 0) return;
        found(paths);
        journal.error(
          { paths },
          "databases of this copy differ from the owner's: check both disks; these files are kept in differing-copy",
        );
        keepDiffering(config.dataDir, paths);
        await removeOwnSnapshots(options);
        options.onDiffering(new Error(`${paths.length} databases differ from the owner's`));
      } catch (error) {
        journal.error({ err: error }, "the databases could not be compared with the owner's");
      }
    },
  };
}

/** Files of this copy that differ; a file with newer commits is compared next week. */
async function compare(
  { config, journal, node }: CompareOptions,
  notice: Notice,
): Promise<readonly string[]> {
  if (!isHashNotice(notice) || !node().isReady) return [];
  const before = node().position.files;
  const { hashes } = await startSnapshotTask({ config, work: { do: "hash", isOpen: false } }).done;
  // A node that took over meanwhile has open files.
  if (!hashes || node().ownership.state.phase !== "standby") return [];
  const after = node().position.files;
  const { paths, compared } = differing(notice, { hashes: hashes.hashes, before, after });
  journal.info({ compared, differing: paths.length }, "databases compared with the owner's");
  return paths;
}

/** A snapshot of damaged files must not become the next copy. */
async function removeOwnSnapshots({ connection }: CompareOptions): Promise<void> {
  const { snapshots, cell, node } = connection;
  const known = await createSnapshotList(snapshots.store, snapshots.seal, cell).read();
  const own = known.filter((snapshot) => snapshot.node === node).map(({ name }) => name);
  if (own.length > 0) await removeSnapshots({ ...snapshots, cell }, own);
}
