import { hostname } from "node:os";
import type { Config } from "#config.ts";
import { readKeyRing } from "#platform/crypto/key-ring.ts";
import { createSecrets } from "#platform/crypto/secrets.ts";
import type { Observer } from "#platform/db/durability/local.ts";
import { createBatchSeal } from "#platform/db/ship/seal.ts";
import type { Log } from "#platform/log.ts";
import { archiveStoreOf } from "./archive-store.ts";
import { type Archiver, createArchiver } from "./archiver.ts";
import type { ArchiverState } from "./archiver-state.ts";
import { type Snapshots, startSnapshots } from "./snapshots.ts";

/** The continuous archive of a running server. */
export interface ArchiveService {
  /** Observes the files of the process; see `createLocalDurability`. */
  readonly observer: Observer;
  /** Begins to archive and takes snapshots; to be called when the system file is open. */
  start(): void;
  readonly state: ArchiverState | null;
  /** To be called when all files are closed. */
  stop(): Promise<void>;
}

export interface ArchiveServiceOptions {
  readonly config: Config;
  readonly log: Log;
  readonly product: string;
  readonly now?: () => number;
}

/** How long a stop waits for the upload of the last changes, ms. Changes that are not uploaded by then stay in the spool. */
const STOP_MS = 5000;

/** The archive that the configuration names; null = none. Throws ArchiveError for an unusable configuration. */
export function createArchiveService({
  now = Date.now,
  config,
  log,
  product,
}: ArchiveServiceOptions): ArchiveService | null {
  const store = archiveStoreOf(config);
  if (!store) return null;
  const cell = config.clusterCell;
  let made: Archiver | undefined;
  // Created when the first file is opened, because the data directory is locked only then.
  const archiver = () => {
    made ??= archiverOf();
    return made;
  };
  const archiverOf = (): Archiver => {
    const { current, older } = readKeyRing(config);
    return createArchiver({
      dataDirectory: config.dataDir,
      store,
      seal: createBatchSeal({ cell, current, older }),
      cell,
      installation: createSecrets(current).keyId,
      node: hostname(),
      log,
      now,
      spoolBytes: config.archiveSpoolMaxGb * 1024 ** 3,
    });
  };
  let snapshots: Snapshots | undefined;
  return {
    observer: {
      committed: (client) => archiver().shipper.committed(client),
      opened: (client) => archiver().shipper.opened(client),
      closing: (client) => archiver().shipper.closing(client),
      frames: (pages) => archiver().shipper.frames(pages),
      changed: (path) => archiver().shipper.changed(path),
    },
    start() {
      const source = archiver();
      source.start();
      const installation = createSecrets(readKeyRing(config).current).keyId;
      snapshots = startSnapshots({ config, store, cell, installation, product, source, log, now });
    },
    get state() {
      return made?.state ?? null;
    },
    async stop() {
      const ended = snapshots?.stop();
      await made?.stop(STOP_MS);
      await ended;
    },
  };
}
