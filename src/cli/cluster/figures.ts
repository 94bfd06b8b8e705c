import type { ClusterFigures } from "#cluster/node/gauges.ts";
import type { ClusterNode } from "#cluster/node/node.ts";
import type { SnapshotKeeper } from "#cluster/node/snapshot-steps.ts";
import type { Differences } from "./compare-files.ts";
import type { NodeProcess } from "./serve-node.ts";

const HOUR_SECONDS = 3600;

/** What this node reports of its cell. */
export function clusterFigures(
  process: NodeProcess,
  node: ClusterNode,
  { keeper, differences }: { readonly keeper: SnapshotKeeper; readonly differences: Differences },
): ClusterFigures {
  const { newestMs } = keeper;
  const { watched } = process;
  const { ownership } = node;
  const { role, applied } = node.heartbeat();
  const last = Math.max(...Object.values(applied));
  const isOwner = role === "owner";
  return {
    role,
    epoch: node.epoch,
    leaseRemainingSeconds: isOwner ? ownership.leaseRemainingMs / 1000 : 0,
    appendSeconds: process.figures.seconds(),
    batchBytes: process.figures.bytes,
    batchCommits: process.owner?.figures().commits ?? 0,
    unacknowledgedFrames: process.owner?.figures().waitingFrames ?? 0,
    refusedAppends: process.connection.refusedAppends,
    takeovers: node.takeovers,
    lagMessages: isOwner ? watched.lagMessages(last) : 0,
    lagSeconds: isOwner ? 0 : node.lag.seconds,
    currentStandbys: isOwner ? watched.standbys(last).length : 0,
    streamBytes: watched.streamBytes,
    streamMaxBytes: watched.streamMaxBytes,
    replicasBehind: watched.replicasBehind,
    snapshotAgeSeconds: newestMs === null ? Number.NaN : Math.max(0, Date.now() - newestMs) / 1000,
    differingFiles: differences.count,
    snapshotIntervalSeconds: process.config.clusterSnapshotHours * HOUR_SECONDS,
  };
}
