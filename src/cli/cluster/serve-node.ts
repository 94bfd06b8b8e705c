import { statfsSync } from "node:fs";
import { untilStopped } from "#cli/signals.ts";
import { VERSION } from "#cli/version.ts";
import { archiveGauges } from "#cluster/archive/gauges.ts";
import type { ClusterCells } from "#cluster/cells/cluster-cells.ts";
import { createNatsSharedRows } from "#cluster/cells/shared-rows.ts";
import { keepLeadersAway } from "#cluster/log/jetstream/leaders.ts";
import { mediaGauges } from "#cluster/media/gauges.ts";
import { openRemoteMedia } from "#cluster/media/open-media.ts";
import { pruneStandbyMedia } from "#cluster/media/standby-media.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import { type AppendFigures, createAppendFigures } from "#cluster/node/append-figures.ts";
import { clusterGauges } from "#cluster/node/gauges.ts";
import { refuseOtherKey } from "#cluster/node/key-check.ts";
import { type ClusterNode, type Promoted, startNode } from "#cluster/node/node.ts";
import { deleteReplacedCopy, discardCopy, prepareCopy } from "#cluster/node/prepare.ts";
import { type ReplacedLog, watchReplacedLog } from "#cluster/node/replaced-log.ts";
import { refuseSameName } from "#cluster/node/same-name.ts";
import { openStandbyServer, type StandbyServer } from "#cluster/node/standby-server.ts";
import { createLogReplacer, type ReplaceLog } from "#cluster/ownership/replace-log.ts";
import { noteFinished, readUnfinished } from "#cluster/snapshot/restore-copy.ts";
import type { Config } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { MigrationError } from "#platform/db/migrate.ts";
import type { Assets } from "#platform/http/web-files/assets.ts";
import { createLog, type Log } from "#platform/log.ts";
import { createMetrics, type Gauges } from "#platform/metrics.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";
import { createStandbyApp } from "#standby-app.ts";
import { lockDirectory } from "#tenants/lock.ts";
import { keepBuckets, linksOf, openCells, requireHomeCell } from "./cells.ts";
import { compareFiles } from "./compare-files.ts";
import { assetsOf, type ClusterConnection, connectCluster, requireSafeServers } from "./connect.ts";
import { copyFromSnapshot } from "./copy-from-snapshot.ts";
import { clusterFigures } from "./figures.ts";
import { answerControl, handOver } from "./hand-over.ts";
import { createOpenCopy } from "./open-copy.ts";
import { type Owner, openOwner } from "./owner.ts";
import { SCHEMA } from "./schema.ts";
import { drainWhenNeeded } from "./self-drain.ts";
import { keepSnapshotsOf } from "./snapshots.ts";
import { type WatchedCell, watchCell } from "./watch-cell.ts";

/** How long a stop waits for a start in progress, ms. Without servers that start cannot end. */
const OPENING_MS = 10_000;
/** Exit code of a node that another one deposed: its service manager starts it again, as a standby. */
const DEPOSED = 9;

export interface ServeNodeOptions {
  readonly config: Config;
  readonly assets: Assets;
  /** False for `balcao standby`. */
  readonly mayPromote: boolean;
}

/** The running process of a node. */
export interface NodeProcess extends ServeNodeOptions {
  readonly connection: ClusterConnection;
  readonly journal: Log;
  readonly figures: AppendFigures;
  readonly gauges: Gauges;
  readonly standby: StandbyServer;
  readonly watched: WatchedCell;
  readonly unlock: () => void;
  readonly media: RemoteMedia | null;
  /** Null for `balcao standby`, which answers no request of users. */
  readonly cells: ClusterCells | null;
  /** Stops the daily removal of old media on a standby. */
  readonly stopPruning: () => void;
  owner: Owner | null;
  /** Resolves when the doors are open or could not be opened; null before this node owns the cell. */
  opening: Promise<void> | null;
}

/**
 * Runs a node of the cluster: a standby that follows, and the product once it owns the cell (docs/rules/cluster.md#promotion).
 * Resolves after SIGTERM, when the cell was given away. A deposed node ends with exit code 9 without flushing anything.
 */
export async function serveNode(options: ServeNodeOptions): Promise<void> {
  const { config, mayPromote } = options;
  const journal = createLog(config.logLevel);
  const unlock = lockDirectory(config.dataDir);
  const connection = await connectCluster(config);
  await requireSafeServers(connection, config);
  if (mayPromote) await requireHomeCell(connection);
  const { log, leases, seal, cell, node: name } = connection;
  const mayJoin = Promise.all([
    refuseSameName(leases, name, monotonicClock),
    refuseOtherKey(leases, connection.keyCheck, monotonicClock),
  ]);
  const restoreSnapshot = () => copyFromSnapshot({ connection, config, mayPromote, journal, mayJoin });
  const [redo] = await Promise.all([
    prepareCopy({ directory: config.dataDir, journal, restoreSnapshot }),
    mayJoin,
  ]);
  const unfinished = readUnfinished(config.dataDir);
  const figures = createAppendFigures();
  const watched = watchCell(connection);
  const media = openRemoteMedia({
    config,
    nats: connection.nats,
    mayDelete: () => node.ownership.isOpen,
  });
  const gauges = {
    ...mediaGauges(media),
    ...clusterGauges(() => clusterFigures(process, node, { keeper, differences })),
    ...archiveGauges(() => process.owner?.archive?.state ?? null, Date.now, config.archiveSnapshotHours),
  };
  const cells = mayPromote ? openCells(connection, config, journal) : null;
  const links = linksOf(cells, config);
  const standby = openStandbyServer({
    port: config.port,
    host: config.host,
    links,
    app: cells && links && createStandbyApp({ config, cells, log: journal }),
    metrics: config.metricsToken ? createMetrics(config.metricsToken, gauges) : null,
    now: monotonicClock.now,
  });
  const process: NodeProcess = {
    ...options,
    connection,
    journal,
    figures,
    gauges,
    standby,
    watched,
    unlock,
    media,
    cells,
    stopPruning: pruneStandbyMedia({ dataDirectory: config.dataDir, media, clock: systemClock, journal }),
    owner: null,
    opening: null,
  };
  const differences = compareFiles({
    config,
    connection,
    journal,
    node: () => node,
    onDiffering: (error) => rebuild(config, journal, error),
  });
  const keeper = keepSnapshotsOf(process, () => node, differences.found);
  const replaced = watchReplacedLog({
    directory: config.dataDir,
    cell,
    alive: () => watched.others.filter((beat) => watched.watch.isAlive(beat.node)),
    snapshotFrom: () => keeper.newestFrom,
    journal,
  });
  let isStopping = false;
  const node = startNode({
    identity: {
      cell,
      node: name,
      address: config.clusterUrl ?? "",
      leaseMs: config.clusterLeaseMs,
      mayPromote,
      version: VERSION,
      schema: SCHEMA,
    },
    log,
    leases,
    seal,
    redo,
    clock: monotonicClock,
    wallClock: systemClock,
    journal,
    freeBytes: () => freeBytes(config.dataDir),
    openCopy: createOpenCopy(config.dataDir),
    isProbed: () => standby.isProbed,
    onProven: () => void deleteReplaced(config, journal),
    onOwner(promoted) {
      keeper.abort();
      process.opening = isStopping ? promoted.ownership.release("") : own(process, node, promoted);
    },
    onEnd: (reason) => {
      if (reason !== "released") end(journal, reason);
    },
    onRebuild: (error) => rebuild(config, journal, error),
    onNotice: differences.take,
    isSnapshotting: () => keeper.isWorking,
    compared: () => differences.compared,
    ...(unfinished && {
      unfinished: { upTo: unfinished.upTo, done: () => noteFinished(config.dataDir) },
    }),
    isWithheld: () => replaced.isWithheld,
    onOtherOwner: replaced.forget,
    replaceLog: logReplacer(connection, config, replaced, journal),
  });
  console.log(`Balcão node ${name} of cell ${cell} listens on port ${standby.port} as a standby`);
  await untilStopped();
  isStopping = true;
  watched.stop();
  process.stopPruning();
  cells?.stop();
  keeper.stop();
  // Wait for a start in progress, because it may have written commits that belong into the log.
  await Promise.race([process.opening, Bun.sleep(OPENING_MS)]);
  if (process.owner) await process.owner.giveAway("");
  else {
    await standby.close();
    await node.ownership.release("");
  }
  await node.stop();
  await connection.close();
}

/** Opens the doors of this node. When that fails the process ends, and another node takes over. */
async function own(process: NodeProcess, node: ClusterNode, promoted: Promoted): Promise<void> {
  const { config, assets, connection, journal, figures, gauges } = process;
  try {
    await process.standby.close();
    process.stopPruning();
    process.unlock();
    const { cell, node: name, seal, control } = connection;
    const owner = await openOwner({
      config,
      assets,
      identity: { cell, node: name },
      node,
      promoted,
      batchLog: connection.log,
      seal,
      clock: monotonicClock,
      journal,
      figures,
      gauges,
      media: process.media,
      cells: process.cells,
      sharedRows: createNatsSharedRows({ nats: connection.nats, seal: connection.snapshots.seal }),
    });
    process.owner = owner;
    keepBuckets(connection.nats, config, journal);
    keepLeadersAway(connection.nats, cell, config.clusterNatsUrls ?? []);
    control.serve(cell, answerControl({ connection, owner, watched: process.watched, journal }));
    drainWhenNeeded({
      owner,
      watched: process.watched,
      last: () => node.heartbeat().applied[cell] ?? 0,
      freeBytes: () => freeBytes(config.dataDir),
      wasProbed: process.standby.probedAtMs !== null,
      giveAway: (to) => handOver(owner, to),
      journal,
    });
    const ms = Math.round(monotonicClock.now() - promoted.promotedAtMs);
    journal.info({ epoch: promoted.position.epoch, ms }, "this node answers requests");
    void deleteReplaced(config, journal);
  } catch (error) {
    const isNewer = error instanceof MigrationError;
    journal.fatal(
      { err: error },
      isNewer ? "this program is older than the files: upgrade it" : "the server could not be started",
    );
    await promoted.ownership.release("");
    globalThis.process.exit(1);
  }
}

const logReplacer = (
  { nats, cell, log }: ClusterConnection,
  config: Config,
  replaced: ReplacedLog,
  journal: Log,
): ReplaceLog =>
  createLogReplacer({
    nats,
    cell,
    log,
    assets: assetsOf(config),
    onReplace(last) {
      journal.error({ last }, "the log lost messages: it is created again behind the last one");
      replaced.begins(last);
    },
    onKept: replaced.forget,
  });

function rebuild({ dataDir }: Config, journal: Log, error: unknown): never {
  journal.error({ err: error }, "the copy is moved to replaced-copy; the next start makes a new one");
  discardCopy(dataDir);
  globalThis.process.exit(DEPOSED);
}

function end(journal: Log, reason: "deposed" | "missing"): never {
  journal.fatal(
    reason === "deposed"
      ? "another node owns the cell: this process ends and rejoins as a standby"
      : "the log of the cell is missing: stop all nodes, then run balcao cluster rebase --yes on this one",
  );
  globalThis.process.exit(reason === "deposed" ? DEPOSED : 1);
}

async function deleteReplaced({ dataDir }: Config, journal: Log): Promise<void> {
  await deleteReplacedCopy(dataDir).catch((error: unknown) =>
    journal.error({ err: error }, "replaced-copy could not be deleted: delete it by hand"),
  );
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
