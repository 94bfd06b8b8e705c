import { type App, createApp } from "#app.ts";
import { makeFirstSuperUser, printStarted } from "#cli/first-run.ts";
import { VERSION } from "#cli/version.ts";
import { type CellArchive, createCellArchive } from "#cluster/archive/cell-archive.ts";
import type { ClusterCells } from "#cluster/cells/cluster-cells.ts";
import { openLinkListener } from "#cluster/cells/link-listener.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import type { AppendFigures } from "#cluster/node/append-figures.ts";
import { createCommitLog, type NodeCommitLog } from "#cluster/node/commit-log.ts";
import { completeFiles, removeIncomplete } from "#cluster/node/incomplete-files.ts";
import type { ClusterNode, Promoted } from "#cluster/node/node.ts";
import { createOwnedCell } from "#cluster/node/owned-cell.ts";
import { schemaNotice } from "#cluster/node/schema-notice.ts";
import type { Config } from "#config.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { createRemoteDurability, type RemoteDurability } from "#platform/db/durability/remote.ts";
import { type Position, writePosition } from "#platform/db/ship/position.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import { createShipper } from "#platform/db/ship/shipper.ts";
import type { Shipping } from "#platform/db/ship/shipping.ts";
import type { Assets } from "#platform/http/web-files/assets.ts";
import type { Log } from "#platform/log.ts";
import type { Gauges } from "#platform/metrics.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";
import type { SharedRows } from "#platform/shared-rows.ts";
import { linksOf } from "./cells.ts";
import { SCHEMA } from "./schema.ts";

export interface OwnerOptions {
  readonly config: Config;
  readonly assets: Assets;
  readonly identity: { readonly cell: number; readonly node: string };
  readonly node: ClusterNode;
  readonly promoted: Promoted;
  /** The log of the cell, from which the archive reads what former owners left. */
  readonly batchLog: BatchLog;
  readonly seal: BatchSeal;
  /** Monotonic. */
  readonly clock: Clock;
  readonly journal: Log;
  readonly figures: AppendFigures;
  readonly gauges: Gauges;
  readonly media: RemoteMedia | null;
  readonly cells: ClusterCells | null;
  readonly sharedRows: SharedRows;
}

/** The product of a node that owns its cell. */
export interface Owner {
  readonly app: App;
  readonly url: string;
  /** Null: no archive is configured. */
  readonly archive: CellArchive | null;
  /** False past the deadline of the lease, when nothing is acknowledged. */
  readonly isOpen: boolean;
  /** When a health check of a proxy last passed here, monotonic, ms; null = never. */
  readonly passedAtMs: number | null;
  /**
   * Gives the cell away: stops accepting, stores what remains in the log, releases the lease; `successor` may take it
   * immediately, empty = any node. The process ends afterwards.
   */
  giveAway(successor: string): Promise<void>;
  /** Stores everything committed so far in the log; returns the end of it. */
  flush(): Promise<Position>;
  readonly notice: Shipping["notice"];
  readonly figures: Shipping["figures"];
}

/** Time for requests and features to end before a planned takeover, ms. */
const STOP_MS = 1500;
/** Time to store what remains in the log, ms. */
const REST_MS = 3000;
/** Time to archive what was acknowledged last, ms; the next owner archives the rest. */
const ARCHIVE_MS = 500;

/** Opens the installation on the files of this node; every effect waits for the log from now on. Throws MigrationError. */
export async function openOwner(options: OwnerOptions): Promise<Owner> {
  const { config, identity, node, promoted, seal, clock, journal } = options;
  const { ownership, position } = promoted;
  // From now on files of this directory may have WALs with commits that are not acknowledged.
  await writePosition(config.dataDir, { ...position, isOwner: true });
  const shipper = createShipper({
    directory: config.dataDir,
    known: completeFiles(position),
    now: systemClock.now,
  });
  const archive = createCellArchive({
    config,
    log: options.batchLog,
    seal,
    ...identity,
    epoch: position.epoch,
    product: VERSION,
    position: () => commitLog.shipping.position(),
    ship: () => commitLog.ship(),
    isOpen: () => ownership.isOpen,
    journal,
  });
  const commitLog = createCommitLog({
    directory: config.dataDir,
    shipper,
    ownership,
    seal,
    start: position,
    clock,
    figures: options.figures,
    ...(archive && { followers: [archive.follower] }),
    onSyncError: (error) => journal.error({ err: error }, "the local files could not be synced; retried"),
  });
  const removed = removeIncomplete(config.dataDir, position, shipper);
  if (removed > 0)
    journal.warn({ files: removed }, "removed files that the former owner had not stored completely");
  node.noteSequence(() => commitLog.sequence);
  const durability = createRemoteDurability({ log: commitLog, clock, observer: shipper });
  const cell = createOwnedCell({
    number: identity.cell,
    node: identity.node,
    epoch: position.epoch,
    isOpen: () => ownership.isOpen,
    clock,
  });
  // After this notice, standbys with an older program do not take over.
  await commitLog.shipping.notice(schemaNotice(SCHEMA, VERSION));
  const links = linksOf(options.cells, config);
  const app = createApp({
    config,
    assets: options.assets,
    cell,
    durability,
    media: options.media,
    ...(options.cells && { cells: options.cells, sharedRows: options.sharedRows }),
    ...(links && { openLinks: (handlers) => openLinkListener({ ...links, ...handlers }) }),
    gauges: options.gauges,
    log: journal,
  });
  await makeFirstSuperUser(app.installation, config);
  const { url } = await app.start();
  archive?.start();
  printStarted(app.installation, url);
  let given: Promise<void> | undefined;
  return {
    app,
    archive,
    url,
    get isOpen() {
      return ownership.isOpen;
    },
    get passedAtMs() {
      return cell.passedAtMs;
    },
    async flush() {
      await commitLog.ship();
      return commitLog.shipping.position();
    },
    notice: commitLog.shipping.notice,
    figures: commitLog.shipping.figures,
    giveAway(successor) {
      // A command, a signal and the owner itself may call this at the same time; the first call decides the successor.
      given ??= giveAway({ app, durability, archive, cell, commitLog, ownership }, successor, options);
      return given;
    },
  };
}

interface Running {
  readonly app: App;
  readonly durability: RemoteDurability;
  readonly archive: CellArchive | null;
  readonly cell: ReturnType<typeof createOwnedCell>;
  readonly commitLog: NodeCommitLog;
  readonly ownership: Promoted["ownership"];
}

async function giveAway(
  running: Running,
  successor: string,
  { clock, journal }: OwnerOptions,
): Promise<void> {
  const { app, durability, archive, cell, commitLog, ownership } = running;
  const startedMs = clock.now();
  const passedMs = () => Math.round(clock.now() - startedMs);
  // A step may fail because of a full disk or lost servers. The lease is released nevertheless, so that a standby need not wait
  // until it expires.
  const failed = (error: unknown) =>
    journal.error(
      { err: error },
      "a step of handing the cell over failed; the lease is released nevertheless",
    );
  await Promise.race([app.stop().catch(failed), pause(STOP_MS)]);
  const stoppedMs = passedMs();
  await Promise.race([durability.durable().catch(() => undefined), pause(REST_MS)]);
  if (archive) await Promise.race([archive.stop(ARCHIVE_MS).catch(failed), pause(ARCHIVE_MS)]);
  cell.stop();
  await commitLog.shipping.stop().catch(failed);
  const storedMs = passedMs();
  await ownership.release(successor);
  journal.info({ stoppedMs, storedMs, releasedMs: passedMs() }, "this node gave the cell away");
}

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms).unref();
  });
