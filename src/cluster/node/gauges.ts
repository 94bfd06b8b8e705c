import type { Gauges } from "#platform/metrics.ts";

/** What a node reports of its cell; null on one machine. */
export interface ClusterFigures {
  readonly role: "owner" | "standby" | "copy";
  readonly epoch: number;
  readonly leaseRemainingSeconds: number;
  /** Seconds of the last appends, by quantile. */
  readonly appendSeconds: Readonly<Record<string, number>>;
  readonly batchBytes: number;
  readonly batchCommits: number;
  readonly unacknowledgedFrames: number;
  readonly refusedAppends: number;
  readonly takeovers: number;
  /** Messages of the log that the slowest standby has not applied, as the owner sees it. */
  readonly lagMessages: number;
  /** Seconds that this copy is behind; 0 on the owner. */
  readonly lagSeconds: number;
  /** Standbys that can take over now, as the owner sees them. */
  readonly currentStandbys: number;
  readonly streamBytes: number;
  readonly streamMaxBytes: number;
  /** Replicas of the log that are behind. */
  readonly replicasBehind: number;
  /** Of the newest snapshot that was restored for a test and that the log continues; NaN = there is none. */
  readonly snapshotAgeSeconds: number;
  readonly snapshotIntervalSeconds: number;
  readonly differingFiles: number;
}

const ROLES = ["single", "owner", "standby", "copy"];

/** The metrics of the cluster; on one machine they exist with the role `single`, so that alerts can name them. */
export function clusterGauges(read: () => ClusterFigures | null): Gauges {
  const value = (pick: (figures: ClusterFigures) => number) => () => {
    const figures = read();
    return figures ? pick(figures) : 0;
  };
  return {
    balcao_cluster_role: [
      "1 for the role of this node: single (no cluster), owner, standby, copy",
      "role",
      () => Object.fromEntries(ROLES.map((role) => [role, role === (read()?.role ?? "single") ? 1 : 0])),
    ],
    balcao_cluster_epoch: ["Epoch of the cell; grows with each takeover", value(({ epoch }) => epoch)],
    balcao_cluster_lease_remaining_seconds: [
      "Seconds until this owner stops answering unless it renews its lease; 0 on other nodes",
      value(({ leaseRemainingSeconds }) => leaseRemainingSeconds),
    ],
    balcao_cluster_append_seconds: [
      "Time to store a batch in the log, of the last 1,000, by quantile",
      "quantile",
      () => ({ "0.5": 0, "0.99": 0, ...read()?.appendSeconds }),
    ],
    balcao_cluster_batch_bytes: [
      "Bytes appended to the log by this process",
      value(({ batchBytes }) => batchBytes),
    ],
    balcao_cluster_batch_commits: [
      "Commits of database files in the batches that this process appended to the log",
      value(({ batchCommits }) => batchCommits),
    ],
    balcao_cluster_unacknowledged_frames: [
      "Frames (pages) of write-ahead logs that were written by this owner and are not in the log yet",
      value(({ unacknowledgedFrames }) => unacknowledgedFrames),
    ],
    balcao_cluster_refused_appends_total: [
      "Appends that the log refused because its last message was not the expected one, since the start of this process; a replaced owner ends at once, so its last one is not seen",
      value(({ refusedAppends }) => refusedAppends),
    ],
    balcao_cluster_takeovers_total: [
      "Takeovers of the cell that this process has seen, its own included",
      value(({ takeovers }) => takeovers),
    ],
    balcao_cluster_standby_lag_messages: [
      "Messages of the log that the slowest standby has not applied, as the owner sees it",
      value(({ lagMessages }) => lagMessages),
    ],
    balcao_cluster_standby_lag_seconds: [
      "Delay of the last applied batch, seconds; while the copy is not complete, or no server answers, the time since it was",
      value(({ lagSeconds }) => lagSeconds),
    ],
    balcao_cluster_current_standbys: [
      "Standbys that could take over now, as the owner sees them",
      value(({ currentStandbys }) => currentStandbys),
    ],
    balcao_cluster_stream_bytes: ["Size of the log", value(({ streamBytes }) => streamBytes)],
    balcao_cluster_stream_max_bytes: [
      "Size at which the log refuses appends",
      value(({ streamMaxBytes }) => streamMaxBytes),
    ],
    balcao_cluster_replicas_behind: [
      "Replicas of the log that are not current",
      value(({ replicasBehind }) => replicasBehind),
    ],
    balcao_cluster_snapshot_age_seconds: [
      "Age of the newest snapshot that was restored for a test and that the log continues; NaN without one",
      value(({ snapshotAgeSeconds }) => snapshotAgeSeconds),
    ],
    balcao_cluster_differing_files_total: [
      "Databases of this node that differed from the owner's, or were damaged on the owner; kept over restarts",
      value(({ differingFiles }) => differingFiles),
    ],
    balcao_cluster_snapshot_interval_seconds: [
      "Seconds between snapshots (CLUSTER_SNAPSHOT_HOURS); 0 without a cluster",
      value(({ snapshotIntervalSeconds }) => snapshotIntervalSeconds),
    ],
  };
}
