import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeBatchBeside, encodeMarker } from "#platform/db/ship/batch.ts";
import type { Capture, ShippedPath, WalEnd } from "#platform/db/ship/capture.ts";
import { type Encoded, FIRST_LINK } from "#platform/db/ship/format.ts";
import { POSITION_FILE, type Position, writePosition } from "#platform/db/ship/position.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import type { Shipper } from "#platform/db/ship/shipper.ts";
import type { Log } from "#platform/log.ts";
import { removeBelow } from "./continuity.ts";
import { type ArchivedEnd, claimEpoch, type EpochClaim, takeEpoch } from "./epoch.ts";
import { type ObjectStore, requireConditionalWrites } from "./objects.ts";
import { openSpool, type Spool } from "./spool.ts";
import { startUploader, type Uploader } from "./uploader.ts";

export interface ArchiverOptions {
  readonly dataDirectory: string;
  readonly store: ObjectStore;
  readonly seal: BatchSeal;
  readonly cell: number;
  /** Id of the installation, and name of this machine. */
  readonly installation: string;
  readonly node: string;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly now: () => number;
  /** Disk space of the spool, bytes. */
  readonly spoolBytes: number;
  /** Longest time between a commit and its capture, ms (250). */
  readonly captureMs?: number;
  /** Time between uploads, ms (1000). */
  readonly uploadMs?: number;
}

/** What an archiver knows; the functions below are its steps. */
export interface State extends Required<ArchiverOptions> {
  readonly folder: string;
  readonly shipper: Shipper;
  readonly ends: Map<ShippedPath, WalEnd>;
  spool: Spool | undefined;
  uploader: Uploader | undefined;
  end: ArchivedEnd | undefined;
  /** The end that was recorded last. */
  stored: ArchivedEnd | undefined;
  claim: (() => Promise<void>) | undefined;
  needsSnapshot: boolean;
  isSuperseded: boolean;
  isStopped: boolean;
  /** When something was committed that is not captured yet, ms. */
  dirtySinceMs: number | null;
  lastSnapshotMs: number | null;
  turn: Promise<unknown>;
}

/** Runs captures one at a time, because each batch is linked to the previous batch. */
export function inTurn<T>(state: State, work: () => Promise<T>): Promise<T> {
  const next = state.turn.then(work);
  state.turn = next.catch(() => undefined);
  return next;
}

/** Begins an epoch. It continues the last epoch when the end of that one is known; otherwise it begins with a new snapshot. */
export async function begin(state: State, continued: Position | undefined): Promise<void> {
  const { store, cell, installation, node, seal, log } = state;
  const claim: EpochClaim = { installation, node, startedAtMs: state.now() };
  let epoch: number;
  if (continued) {
    epoch = continued.epoch + 1;
    state.claim = async () => {
      if (await takeEpoch(store, cell, epoch, claim)) state.claim = undefined;
      else supersede(state);
    };
  } else {
    await requireConditionalWrites(store, `${cell}-${node}-${claim.startedAtMs}`);
    epoch = await claimEpoch(store, cell, claim);
    state.needsSnapshot = true;
    rmSync(join(state.folder, POSITION_FILE), { force: true });
    log.info({ epoch, place: store.place }, "the continuous archive begins with a new snapshot");
  }
  const before = continued ?? { ...FIRST_LINK, epoch: epoch - 1 };
  state.spool = openSpool({ directory: join(state.folder, "spool"), cell, epoch });
  const marker = encodeMarker(
    { installation, cell, node, atMs: claim.startedAtMs },
    { epoch, number: before.number + 1, previousChain: before.chain, seal },
  );
  await append(state, marker, claim.startedAtMs);
  state.uploader = startUploader(uploaderOptions(state, state.spool));
}

export function supersede(state: State): void {
  state.isSuperseded = true;
  state.log.error(
    { place: state.store.place },
    "another server archives to the same place: this one has stopped archiving; give each installation its own ARCHIVE_S3_PREFIX or ARCHIVE_DIR",
  );
}

const uploaderOptions = (state: State, spool: Spool): Parameters<typeof startUploader>[0] => ({
  store: state.store,
  spool,
  everyMs: state.uploadMs,
  readFile,
  async before() {
    await state.claim?.();
    if (state.isSuperseded) throw new Error("another server archives to the same place");
  },
  cut: () =>
    inTurn(state, async () => {
      spool.cut();
      await storePosition(state);
    }),
  onFailure(error, failures) {
    if (failures === 1 || failures % 20 === 0)
      state.log.error(
        { err: error, failures },
        "changes cannot be archived; they wait on the local disk and are uploaded later",
      );
    if (spool.bytes > state.spoolBytes) void inTurn(state, () => abandon(state, "the spool is full"));
  },
  onRecovery: () => state.log.info({}, "changes are archived again"),
});

/** Captures, encodes and spools. When it fails the capture is lost, so the archive begins again with a snapshot. */
export async function captureAll(state: State): Promise<ArchivedEnd | undefined> {
  const { shipper, end, seal } = state;
  if (!end || state.isSuperseded) {
    state.dirtySinceMs = null;
    return undefined;
  }
  state.dirtySinceMs = null;
  const capture = shipper.capture();
  if (!capture) {
    shipper.acknowledged();
    return { ...end, capturedAtMs: state.now() };
  }
  try {
    const { epoch, number, chain } = end;
    const batch = await encodeBatchBeside(capture, { epoch, number: number + 1, previousChain: chain, seal });
    await append(state, batch, capture.capturedAtMs);
  } catch (error) {
    await abandon(state, (error as Error).message);
    throw error;
  }
  note(state.ends, capture);
  shipper.acknowledged();
  return state.end;
}

async function append(state: State, batch: Encoded, capturedAtMs: number): Promise<void> {
  await state.spool?.append(batch.parts.map((part) => ({ part, capturedAtMs })));
  state.end = { epoch: batch.epoch, number: batch.number, chain: batch.chain, capturedAtMs };
}

function note(ends: Map<ShippedPath, WalEnd>, capture: Capture): void {
  for (const path of capture.deleted) removeBelow(ends, path);
  for (const { path, wal } of capture.files) ends.set(path, wal);
}

/** Gives up the rest of this epoch; the next one begins with a snapshot. */
async function abandon(state: State, reason: string): Promise<void> {
  if (!state.end) return;
  state.log.error({ reason }, "changes of the continuous archive were dropped; a new snapshot follows");
  const { uploader, spool } = state;
  state.end = undefined;
  state.uploader = undefined;
  state.spool = undefined;
  rmSync(join(state.folder, POSITION_FILE), { force: true });
  void uploader?.stop();
  spool?.cut();
  for (const segment of spool?.waiting() ?? []) spool?.remove(segment);
}

/**
 * Records the end of the spool, so that the next process continues there. Records nothing before the first snapshot of the
 * archive is stored, so that the next process begins with a snapshot.
 */
export async function storePosition(state: State): Promise<void> {
  const { end, ends, folder, installation, needsSnapshot } = state;
  if (!end || state.stored === end || needsSnapshot) return;
  state.stored = end;
  const { epoch, number, chain } = end;
  await writePosition(folder, {
    epoch,
    number,
    chain,
    sequence: 0,
    installation,
    isOwner: true,
    files: ends,
  });
}
