import { VERSION } from "#cli/version.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import type { SnapshotSource } from "#cluster/node/comparison-runs.ts";
import type { ClusterNode } from "#cluster/node/node.ts";
import { keepSnapshots } from "#cluster/node/snapshot-keeper.ts";
import type { SnapshotKeeper } from "#cluster/node/snapshot-steps.ts";
import type { Config } from "#config.ts";
import type { NodeProcess } from "./serve-node.ts";

/**
 * Takes the snapshots of the cell on this node: from its copy while it is a current standby, from its open files while it is
 * the owner.
 */
export function keepSnapshotsOf(
  process: NodeProcess,
  nodeOf: () => ClusterNode,
  noteDamage: (paths: readonly string[]) => void,
): SnapshotKeeper {
  const { config, connection, journal, watched } = process;
  const { cell, node: name, nats, log, snapshots } = connection;
  return keepSnapshots({
    config,
    cell,
    node: name,
    product: VERSION,
    nats,
    ...snapshots,
    log,
    journal,
    source: () => sourceOf(process, nodeOf()),
    others: () => watched.others,
    isAlive: watched.watch.isAlive,
    silentMs: watched.watch.silentMs,
    archived: () => (hasArchive(config) ? (process.owner?.archive?.archivedSequence ?? 0) : null),
    current: watched.current,
    onDamaged(paths) {
      noteDamage(paths);
      journal.error(
        { paths },
        "databases of the owner are damaged: balcao cluster promote, then check the disk",
      );
    },
    now: Date.now,
    monotonicNow: monotonicClock.now,
  });
}

function sourceOf({ owner }: NodeProcess, node: ClusterNode): SnapshotSource | null {
  if (owner) return { isOwner: true, flush: owner.flush, notice: owner.notice };
  const isStandby = node.isReady && node.ownership.state.phase === "standby";
  return isStandby ? { isOwner: false, flush: async () => node.position } : null;
}

const hasArchive = ({ archiveBucket, archiveDir }: Config): boolean =>
  archiveBucket !== null || archiveDir !== null;
