import { existsSync } from "node:fs";
import { join } from "node:path";
import { mediaBytes, storeAllMedia } from "#channels/media/index.ts";
import { CommandError } from "#cli/command.ts";
import { refuseUnsafeDirectory } from "#cli/data-directory.ts";
import { counted, sizeInWords } from "#cli/in-words.ts";
import { argsOf } from "#cli/options.ts";
import { epochBehindArchive } from "#cluster/archive/cell-archive.ts";
import { createCell, hasCell, replaceCell } from "#cluster/log/jetstream/assets.ts";
import { MAX_STORE_BYTES, NEARLY_FULL } from "#cluster/media/nats-objects.ts";
import { openRemoteMedia } from "#cluster/media/open-media.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import { lookAtHeartbeats } from "#cluster/node/heartbeat-watch.ts";
import type { Config } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { readHeader } from "#platform/db/ship/format.ts";
import { newUuid } from "#platform/ids.ts";
import { createLog } from "#platform/log.ts";
import { lockDirectory } from "#tenants/lock.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { assetsOf, type ClusterConnection } from "./connect.ts";
import { begin } from "./rebase.ts";

const READ_MS = 3000;

/**
 * Creates the first snapshot from the data of this directory, and the log that continues it. The server must be
 * stopped.
 */
export async function init(
  connection: ClusterConnection,
  config: Config,
  args: readonly string[],
): Promise<number> {
  const { values } = argsOf(args, { options: { "replace-log": { type: "boolean", default: false } } });
  refuseUnsafeDirectory(config.dataDir);
  if (existsSync(join(config.dataDir, "position")))
    throw new CommandError(`${config.dataDir} belongs to a cluster already`);
  lockDirectory(config.dataDir)(); // Throws while the server runs.
  // The log comes first, because it must have its room in NATS. Storing the media may take long and be interrupted.
  const from = await createEmptyLog(connection, config, values["replace-log"]);
  await storeMedia(connection, config);
  const unlock = lockDirectory(config.dataDir);
  try {
    await begin(connection, config, {
      installation: newUuid(),
      after: from.after,
      epoch: Math.max(from.epoch, await epochBehindArchive(config)),
      createLog: async () => undefined,
    });
  } finally {
    unlock();
  }
  console.log("the log is ready: start Balcão on this node, then on the others with an empty data directory");
  return 0;
}

/** The epoch of a new log, and the sequence behind which it begins. */
interface Beginning {
  readonly epoch: number;
  readonly after: number;
}

/** Creates the log; an empty one of an interrupted `init` is used. Throws CommandError for one with messages. */
async function createEmptyLog(
  connection: ClusterConnection,
  config: Config,
  mayReplace: boolean,
): Promise<Beginning> {
  const { nats, cell, log } = connection;
  if (!(await hasCell(nats, cell))) await createCell(nats, cell, assetsOf(config));
  const { first, last } = await log.state();
  // A log that replaced another one begins at a later sequence than 1, even while it is empty.
  if (last === 0 || last < first) return { epoch: 1, after: last };
  if (mayReplace) return replaceFormerLog(connection, config, last);
  throw new CommandError(
    `there is a log of cell ${cell} already, with ${last} messages. On a new standby, empty the data directory and start it. If no node uses this log any more: add --replace-log, which deletes it`,
  );
}

/**
 * Deletes the log of a cluster that does not run any more. The new log begins at a later sequence, so that former nodes notice
 * the gap.
 */
async function replaceFormerLog(
  { nats, cell, log, leases }: ClusterConnection,
  config: Config,
  last: number,
): Promise<Beginning> {
  const { heartbeats, watch } = await lookAtHeartbeats(() => leases.heartbeats(cell), monotonicClock);
  const running = heartbeats.find(({ node }) => watch.isAlive(node));
  if (running) throw new CommandError(`${running.node} uses this log: stop Balcão on all nodes first`);
  const read = await log.read(last, { timeoutMs: READ_MS });
  const epoch = read.result === "found" ? readHeader(read.message.body).epoch : 0;
  const after = last + 1;
  const options = { ...assetsOf(config), isLeaseOurs: () => true };
  if (!(await replaceCell(nats, cell, after, options)))
    throw new CommandError("another node writes to the log: stop Balcão on all nodes first");
  for (const { node } of heartbeats) await leases.forget(node);
  return { epoch: epoch + 1, after };
}

/** Stores the existing media where a new owner finds them. After an interruption the next run continues. */
async function storeMedia({ nats }: ClusterConnection, config: Config): Promise<void> {
  if (!existsSync(join(config.dataDir, "system.sqlite"))) return;
  const media = openRemoteMedia({ config, nats });
  if (!media) return;
  if (config.mediaBucket === null) await requireSmallMedia(config.dataDir);
  const { installation, close } = startInstallation({
    config,
    clock: systemClock,
    log: createLog("silent"),
    media,
  });
  try {
    await storeAllMedia(installation, media, ({ companyId, rows, uploaded, missing }) =>
      console.log(
        `media of company ${companyId}: ${counted(rows, "file")}, ${uploaded} stored now${missing > 0 ? `, ${missing} missing on this machine` : ""}`,
      ),
    );
  } finally {
    close();
  }
}

/** Throws CommandError for more media than the object store of NATS takes. */
async function requireSmallMedia(dataDirectory: string): Promise<void> {
  console.log(
    `media go into the object store of NATS (at most ${sizeInWords(MAX_STORE_BYTES)}); for more set MEDIA_S3_BUCKET`,
  );
  const bytes = await mediaBytes(dataDirectory);
  if (bytes > NEARLY_FULL * MAX_STORE_BYTES)
    throw new CommandError(
      `there are ${sizeInWords(bytes)} of media, which the object store of NATS cannot keep: set MEDIA_S3_BUCKET`,
    );
}
