import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { type CopyProcess, startCopy } from "#cluster/snapshot/copy-process.ts";
import { listSnapshots, storeManifest } from "#cluster/snapshot/manifest.ts";
import type { Config } from "#config.ts";
import { readKeyRing } from "#platform/crypto/key-ring.ts";
import type { Log } from "#platform/log.ts";
import type { ArchiverState } from "./archiver-state.ts";
import type { ArchivedEnd } from "./epoch.ts";
import { ArchiveError, type ObjectStore } from "./objects.ts";

/** The functions of an archiver that are needed to take snapshots. */
interface SnapshotSource {
  /** The end of everything committed so far; undefined while nothing is archived. */
  flush(): Promise<ArchivedEnd | undefined>;
  /** As `flush`, and everything is in the storage. */
  upload(): Promise<ArchivedEnd | undefined>;
  snapshotStored(atMs: number): void;
  readonly state: Pick<ArchiverState, "isArchiving" | "needsSnapshot" | "lastSnapshotMs">;
}

export interface SnapshotsOptions {
  readonly config: Config;
  readonly store: ObjectStore;
  readonly cell: number;
  /** Id of the installation in the manifests. */
  readonly installation: string;
  readonly product: string;
  readonly source: SnapshotSource;
  readonly log: Pick<Log, "info" | "error">;
  readonly now: () => number;
}

/** Takes the snapshots of an archive until it is stopped. */
export interface Snapshots {
  /** Resolves when a snapshot in progress has ended. */
  stop(): Promise<void>;
}

/** Pause after a snapshot that failed, ms. */
const PAUSE_MS = 10 * 60_000;
const LOOK_MS = 1000;

interface State extends SnapshotsOptions {
  copy: CopyProcess | undefined;
  isStopped: boolean;
}

/** Takes a snapshot when the archive needs one, and each time the interval has passed. */
export function startSnapshots(options: SnapshotsOptions): Snapshots {
  const state: State = { ...options, copy: undefined, isStopped: false };
  const running = snapshotLoop(state);
  return {
    stop() {
      state.isStopped = true;
      state.copy?.stop();
      return running;
    },
  };
}

async function snapshotLoop(state: State): Promise<void> {
  const { config, log, store, now, source, cell } = state;
  let notBefore = 0;
  let isListed = false;
  while (!state.isStopped) {
    await Bun.sleep(LOOK_MS);
    const { isArchiving, needsSnapshot, lastSnapshotMs } = source.state;
    if (!isArchiving || now() < notBefore) continue;
    try {
      if (!needsSnapshot && !isListed) {
        const newest = (await listSnapshots(store, cell)).at(-1);
        // A snapshot with a time in the future, because the clock was ahead, must not delay the next snapshot.
        if (newest) source.snapshotStored(Math.min(newest.validMs, now()));
        isListed = true;
        continue;
      }
      const dueMs = (lastSnapshotMs ?? 0) + config.archiveSnapshotHours * 3_600_000;
      if (needsSnapshot || now() >= dueMs) await takeSnapshot(state);
      isListed = true;
    } catch (error) {
      if (state.isStopped) return;
      log.error(
        { err: error },
        "the snapshot of the continuous archive failed; it is repeated in 10 minutes",
      );
      notBefore = now() + PAUSE_MS;
    }
  }
}

/**
 * Copies all files while they are written. The batches captured during the copy repair it, so it is stored only after they are
 * in the storage.
 */
async function takeSnapshot(state: State): Promise<void> {
  const { config, cell, installation, store, product, source, now, log } = state;
  const startedMs = now();
  const from = await source.flush();
  if (!from) return;
  state.copy = startCopy({ config, cell, nowMs: startedMs });
  const { files, uploaded } = await state.copy.done;
  state.copy = undefined;
  const to = await source.upload();
  if (to?.epoch !== from.epoch) throw new ArchiveError("the archive began again during the snapshot");
  const { current, older } = readKeyRing(config);
  await storeManifest(store, createChunkSeal(current, older), {
    format: 1,
    installation,
    cell,
    product,
    from: { epoch: from.epoch, number: from.number, chain: from.chain.toString(16) },
    fromMs: from.capturedAtMs,
    to: to.number,
    validMs: to.capturedAtMs,
    files,
  });
  source.snapshotStored(to.capturedAtMs);
  const seconds = Math.round((now() - startedMs) / 100) / 10;
  log.info({ files: files.length, uploaded, seconds }, "snapshot of the continuous archive stored");
}
