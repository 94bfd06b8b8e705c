import { join } from "node:path";
import { VERSION } from "#cli/version.ts";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import { OLD_COPY } from "#cluster/node/prepare.ts";
import { FORMATS } from "#cluster/node/schema-notice.ts";
import { type RestoreProgress, restoreCopy } from "#cluster/snapshot/restore-copy.ts";
import type { Config } from "#config.ts";
import type { Position } from "#platform/db/ship/position.ts";
import { OperatorError } from "#platform/errors.ts";
import type { Log } from "#platform/log.ts";
import type { ClusterConnection } from "./connect.ts";

const BEAT_MS = 1000;
const BEAT_TIMEOUT_MS = 800;
/** Pause before the store is read again, ms. */
const WAIT_MS = 3000;

interface Options {
  readonly connection: ClusterConnection;
  readonly config: Config;
  readonly mayPromote: boolean;
  readonly journal: Log;
  /**
   * Resolves when no other process of this name runs and all nodes have the same installation key: until then this node must
   * not send a heartbeat.
   */
  readonly mayJoin: Promise<unknown>;
}

/**
 * Fills the empty data directory of this node from the newest snapshot that the log continues; waits until the owner or a standby
 * has taken one. `balcao cluster status` shows the progress meanwhile. Throws OperatorError when the cell has no log.
 */
export async function copyFromSnapshot(options: Options): Promise<Position> {
  const { connection, config, journal, mayJoin } = options;
  const { log, cell, snapshots } = connection;
  const { last } = await log.state().catch(() => {
    throw new OperatorError(
      "there is no log of this cell: check that two NATS servers run, and run balcao cluster init on the node with the data",
    );
  });
  let progress: RestoreProgress | null = null;
  let isLacking = false;
  const beat = () => {
    const heartbeat = heartbeatOf(options, progress, isLacking, last);
    void connection.leases.beat(heartbeat, { timeoutMs: BEAT_TIMEOUT_MS });
  };
  await mayJoin;
  const beats = setInterval(beat, BEAT_MS);
  try {
    for (;;) {
      const position = await restoreCopy({
        directory: config.dataDir,
        cell,
        ...snapshots,
        log,
        journal,
        oldCopy: join(config.dataDir, OLD_COPY),
        onProgress(next) {
          progress = next;
        },
      });
      if (position) return position;
      if (!isLacking)
        journal.warn("no snapshot that the log continues; this node waits until another one has taken it");
      isLacking = true;
      await Bun.sleep(WAIT_MS);
    }
  } finally {
    clearInterval(beats);
  }
}

function heartbeatOf(
  { connection, config, mayPromote }: Options,
  progress: RestoreProgress | null,
  isLacking: boolean,
  last: number,
): Heartbeat {
  const share = progress ? Math.floor((100 * progress.bytes) / Math.max(1, progress.totalBytes)) : 0;
  return {
    node: connection.node,
    address: config.clusterUrl ?? "",
    role: mayPromote ? "standby" : "copy",
    // Reported so that the log keeps the messages that this node needs next.
    applied: { [connection.cell]: progress?.from ?? last },
    isReady: false,
    version: VERSION,
    problem: progress
      ? `it copies the files of the snapshot: ${share} %`
      : isLacking
        ? "it waits for a snapshot"
        : "it looks for a snapshot",
    formats: FORMATS,
    work: isLacking && !progress ? "lacking" : "copy",
    atMs: Date.now(),
  };
}
