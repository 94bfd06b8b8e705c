import { statSync } from "node:fs";
import { join } from "node:path";
import { CommandError, UsageError } from "#cli/command.ts";
import { sizeInWords } from "#cli/in-words.ts";
import { argsOf } from "#cli/options.ts";
import { VERSION } from "#cli/version.ts";
import { epochBehindArchive } from "#cluster/archive/cell-archive.ts";
import { forgetFill } from "#cluster/cells/first-fill.ts";
import { createNatsKeyValues } from "#cluster/cells/nats-key-values.ts";
import { ensureBucket, ensureSnapshotStore, hasCell, replaceCell } from "#cluster/log/jetstream/assets.ts";
import { DIRECTORY_BUCKET } from "#cluster/log/jetstream/names.ts";
import { beginLog } from "#cluster/node/begin-log.ts";
import { lossOf } from "#cluster/node/rebase-loss.ts";
import type { Config } from "#config.ts";
import { readHeader } from "#platform/db/ship/format.ts";
import { POSITION_FILE, type Position, readPosition } from "#platform/db/ship/position.ts";
import { rejoin } from "#platform/db/ship/rejoin.ts";
import { lockDirectory } from "#tenants/lock.ts";
import { assetsOf, type ClusterConnection } from "./connect.ts";

const READ_MS = 3000;

/**
 * Creates the log again from the files of this node, after the servers lost messages or their disks. Throws CommandError when another
 * node has newer data and the loss of it was not accepted.
 */
export async function rebase(
  connection: ClusterConnection,
  config: Config,
  args: readonly string[],
): Promise<number> {
  const { values } = argsOf(args, {
    options: { yes: { type: "boolean", default: false }, "accept-loss-after": { type: "string" } },
  });
  if (!values.yes)
    throw new UsageError(
      "the log is emptied and made again from the files of this node, which must be the last owner; the other nodes copy it from there. Add --yes",
    );
  const { nats, cell } = connection;
  const unlock = lockDirectory(config.dataDir);
  try {
    const position = readPosition(config.dataDir);
    if (!position) throw new CommandError(`${config.dataDir} belongs to no cluster: use cluster init`);
    const accepted = values["accept-loss-after"];
    const after = await endOfLog(
      connection,
      config,
      position,
      accepted === undefined ? null : Number(accepted),
    );
    // An owner keeps all its commits, including unacknowledged ones, because no other node has them.
    if (!position.isOwner) rejoin(config.dataDir, position, new Map());
    const createLog = async () => {
      const assets = { ...assetsOf(config), isLeaseOurs: () => true };
      if (!(await replaceCell(nats, cell, after, assets)))
        throw new CommandError("another node writes to the log: stop Balcão on all nodes first");
    };
    const epoch = Math.max(position.epoch + 1, await epochBehindArchive(config));
    await begin(connection, config, { installation: position.installation, epoch, after, createLog });
  } finally {
    unlock();
  }
  console.log("the log is ready: start Balcão on this node; the other nodes make a new copy");
  return 0;
}

/**
 * The last sequence that any node knows: the new log begins behind it, so that nodes with other data notice the gap. Throws
 * CommandError when another node has newer data than this one.
 */
async function endOfLog(
  { nats, log, leases, cell, node }: ClusterConnection,
  { dataDir }: Config,
  position: Position,
  accepted: number | null,
): Promise<number> {
  const isLogGone = !(await hasCell(nats, cell));
  const heartbeats = await leases.heartbeats(cell).catch(() => null);
  const known = Math.max(position.sequence, ...(heartbeats ?? []).map(({ applied }) => applied[cell] ?? 0));
  const storedMs = statSync(join(dataDir, POSITION_FILE)).mtimeMs;
  const loss =
    (isLogGone ? null : await newerInLog(log, position)) ??
    lossOf({ cell, node, position, storedMs, isLogGone, heartbeats });
  if (loss !== null && accepted !== position.sequence)
    throw new CommandError(
      `${loss}. Run this command on the last owner. Only if no node has more: add --accept-loss-after ${position.sequence}`,
    );
  return isLogGone ? known : Math.max(known, (await log.state()).last);
}

/** Describes what the log has and this node lacks; null = nothing. */
async function newerInLog(
  log: ClusterConnection["log"],
  { epoch, sequence, isOwner }: Position,
): Promise<string | null> {
  const { last } = await log.state();
  const read = last > 0 ? await log.read(last, { timeoutMs: READ_MS }) : undefined;
  if (read?.result === "found" && readHeader(read.message.body).epoch > epoch)
    return `another node owned the cell later: this node ends at message ${sequence}, the log at ${last}`;
  if (!isOwner && last > sequence)
    return `this node has not applied the whole log: it ends at message ${sequence}, the log at ${last}`;
  return null;
}

/** Makes the first snapshot of a log from the files of this directory, and the log behind it. */
export async function begin(
  { nats, log, seal, snapshots, cell, node }: ClusterConnection,
  config: Config,
  from: {
    readonly installation: string;
    readonly epoch: number;
    readonly after?: number;
    readonly createLog: () => Promise<void>;
  },
): Promise<void> {
  await ensureSnapshotStore(nats, cell, assetsOf(config).replicas);
  // Commands may have changed rows, such as a restore: the owner compares them with the directory at its start.
  await ensureBucket(nats, DIRECTORY_BUCKET, assetsOf(config).replicas);
  await forgetFill(createNatsKeyValues(nats, DIRECTORY_BUCKET), cell);
  await beginLog({
    directory: config.dataDir,
    cell,
    node,
    product: VERSION,
    ...from,
    log,
    seal,
    snapshots,
    now: Date.now,
    onFile: (path, bytes) => console.log(`${path}: ${sizeInWords(bytes)}`),
  });
}
