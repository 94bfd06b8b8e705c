import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Position } from "#platform/db/ship/position.ts";
import { createShipper, type Shipper } from "#platform/db/ship/shipper.ts";
import type { ArchiverState } from "./archiver-state.ts";
import {
  type ArchiverOptions,
  begin,
  captureAll,
  inTurn,
  type State,
  storePosition,
  supersede,
} from "./archiver-steps.ts";
import { endsBeforeSnapshot, noteRunning, noteStopped, readContinuity } from "./continuity.ts";
import { type ArchivedEnd, isSuperseded } from "./epoch.ts";
import { waitingSegments } from "./spool.ts";

export interface Archiver {
  /** Observes the files of this process. */
  readonly shipper: Shipper;
  /** Begins to archive; to be called when the system file is open. */
  start(): void;
  /** Captures and spools everything committed so far; undefined while the archive has not begun. */
  flush(): Promise<ArchivedEnd | undefined>;
  /** As `flush`, and everything is in the storage. */
  upload(): Promise<ArchivedEnd | undefined>;
  /** Looks for another process that archives the same cell; done every 30 s. */
  checkOwner(): Promise<void>;
  /** A snapshot was stored: restores no longer need an earlier one. */
  snapshotStored(atMs: number): void;
  readonly state: ArchiverState;
  /** Archives the rest and ends; changes that cannot be uploaded within `timeoutMs` stay in the spool. */
  stop(timeoutMs: number): Promise<void>;
}

/** Folder in the data directory with the spool and the position. */
const ARCHIVE_FOLDER = "archive";
/** Pause between attempts to begin, and between checks for another owner, ms. */
const RETRY_MS = 5000;
const OWNER_CHECK_MS = 30_000;

/**
 * Follows the commits of this process and archives them (docs/rules/cluster.md#archive). Nothing waits for it: it captures a
 * few times a second, writes a spool on the local disk and uploads that. The caller has locked the data directory.
 */
export function createArchiver(options: ArchiverOptions): Archiver {
  const folder = join(options.dataDirectory, ARCHIVE_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const continued = readContinuity(
    folder,
    waitingSegments(join(folder, "spool"), options.cell),
    options.seal,
  );
  noteRunning(folder);
  const ends = continued ? new Map(continued.files) : endsBeforeSnapshot(options.dataDirectory);
  let lastMs = 0;
  const now = () => {
    lastMs = Math.max(lastMs, options.now());
    return lastMs;
  };
  const shipper = createShipper({
    directory: options.dataDirectory,
    known: ends,
    now,
  });
  shipper.watch(() => {
    state.dirtySinceMs ??= now();
  });
  const state: State = {
    captureMs: 250,
    uploadMs: 1000,
    ...options,
    now,
    folder,
    shipper,
    ends: new Map(ends),
    spool: undefined,
    uploader: undefined,
    end: undefined,
    stored: undefined,
    claim: undefined,
    needsSnapshot: false,
    isSuperseded: false,
    isStopped: false,
    dirtySinceMs: null,
    lastSnapshotMs: null,
    turn: Promise.resolve(),
  };
  let loops: Promise<unknown> = Promise.resolve();
  const upload = async () => {
    const end = await inTurn(state, () => captureAll(state));
    await state.uploader?.flush();
    return end;
  };
  return {
    shipper,
    start() {
      loops = Promise.all([captureLoop(state, continued), ownerLoop(state)]);
    },
    flush: () => inTurn(state, () => captureAll(state)),
    upload,
    checkOwner: () => checkOwner(state),
    snapshotStored(atMs) {
      state.needsSnapshot = false;
      state.lastSnapshotMs = atMs;
    },
    get state() {
      return stateOf(state);
    },
    async stop(timeoutMs) {
      state.isStopped = true;
      await inTurn(state, () => captureAll(state)).catch(() => undefined);
      const uploaded = upload().catch(() => undefined);
      await Promise.race([uploaded, Bun.sleep(timeoutMs)]);
      const { uploader } = state;
      await Promise.race([Promise.all([uploader?.stop(), loops]), Bun.sleep(timeoutMs)]);
      state.spool?.cut();
      await storePosition(state);
      noteStopped(folder);
      state.spool?.close();
      shipper.end();
    },
  };
}

function stateOf(state: State): ArchiverState {
  const { spool, uploader, dirtySinceMs, end } = state;
  const oldestMs = Math.min(
    spool?.oldestMs ?? Number.POSITIVE_INFINITY,
    dirtySinceMs ?? Number.POSITIVE_INFINITY,
  );
  return {
    isArchiving: end !== undefined && !state.isSuperseded,
    needsSnapshot: state.needsSnapshot,
    isSuperseded: state.isSuperseded,
    lagSeconds: Number.isFinite(oldestMs) ? Math.max(0, state.now() - oldestMs) / 1000 : 0,
    spoolBytes: spool?.bytes ?? 0,
    failures: uploader?.failures ?? 0,
    lastSnapshotMs: state.lastSnapshotMs,
  };
}

async function captureLoop(state: State, continued: Position | undefined): Promise<void> {
  let position = continued;
  while (!state.isStopped) {
    try {
      if (state.isSuperseded) discard(state);
      else if (!state.end) {
        await beginOrDiscard(state, position);
        position = undefined;
      } else if (state.shipper.isDirty) await inTurn(state, () => captureAll(state));
      await Bun.sleep(state.captureMs);
    } catch (error) {
      position = undefined;
      state.log.error({ err: error }, "the continuous archive was interrupted; it begins again in 5 s");
      for (const end = performance.now() + RETRY_MS; !state.isStopped && performance.now() < end; ) {
        discard(state);
        await Bun.sleep(state.captureMs);
      }
    }
  }
}

/**
 * Commits must not wait while the storage does not respond. Commits made before the archive begins are in its first snapshot.
 */
async function beginOrDiscard(state: State, continued: Position | undefined): Promise<void> {
  if (continued) return inTurn(state, () => begin(state, continued));
  let isPending = true;
  const begun = begin(state, undefined).finally(() => {
    isPending = false;
  });
  while (isPending) {
    if (!state.end) discard(state);
    await Promise.race([begun.catch(() => undefined), Bun.sleep(state.captureMs)]);
  }
  return begun;
}

/** Lets checkpoints continue while nothing is archived. */
function discard({ shipper }: State): void {
  shipper.capture();
  shipper.acknowledged();
}

/** Notices another process that archives the same cell. */
async function ownerLoop(state: State): Promise<void> {
  for (let at = performance.now(); !state.isStopped; await Bun.sleep(500)) {
    if (performance.now() - at < OWNER_CHECK_MS || !state.end) continue;
    at = performance.now();
    await checkOwner(state);
  }
}

async function checkOwner(state: State): Promise<void> {
  if (!state.end) return;
  const isTaken = await isSuperseded(state.store, state.cell, state.end.epoch).catch(() => false);
  if (isTaken && !state.isSuperseded) supersede(state);
}
