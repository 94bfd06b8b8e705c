import { existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { chunkPrefix } from "#cluster/archive/names.ts";
import { ArchiveError, SnapshotDamaged, type SnapshotStore } from "#cluster/archive/objects.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import { openDatabase } from "#platform/db/open.ts";
import { isIncomplete } from "#platform/db/ship/capture.ts";
import type { Position } from "#platform/db/ship/position.ts";
import { createReader } from "#platform/db/ship/reader.ts";
import { createRedo } from "#platform/db/ship/redo.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import { type CellManifest, positionOf, sizeOf } from "./cell-snapshots.ts";
import type { ChunkSeal } from "./chunk-seal.ts";
import { restoreFiles } from "./restore-files.ts";

export interface VerifyOptions {
  readonly store: SnapshotStore;
  readonly seal: ChunkSeal;
  readonly batchSeal: BatchSeal;
  readonly log: BatchLog;
  readonly manifest: CellManifest;
  /** Folder for the restored files; it is created and removed again. */
  readonly directory: string;
  /** Free space of a folder's disk. */
  readonly freeBytes?: (folder: string) => number;
}

/** Free space that is left over beside the restored files, bytes. */
const MIN_FREE_BYTES = 1024 ** 3;
/** Errors of SQLite for files that are no sound database. */
const DAMAGED: ReadonlySet<string> = new Set(["SQLITE_CORRUPT", "SQLITE_NOTADB"]);
/** The batches behind a snapshot must arrive within this time, ms. */
const FOLLOW_MS = 10 * 60_000;

/**
 * Restores a snapshot into a folder, applies the batches up to its consistent state and runs SQLite's `integrity_check` on every
 * database. Without room for that, every chunk is read and its seal checked. Throws SnapshotDamaged with what is wrong, ArchiveError
 * when the store or the log does not answer.
 */
export async function verifySnapshot(options: VerifyOptions): Promise<"restored" | "read"> {
  const { store, seal, manifest, directory, freeBytes = freeBytesOf } = options;
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  if (freeBytes(dirname(directory)) < sizeOf(manifest) + MIN_FREE_BYTES) {
    await readChunks(options);
    return "read";
  }
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  try {
    await restoreFiles({ store, seal, manifest, directory });
    const { files } = await applyBatches(options);
    for (const { path } of manifest.files) {
      const end = files.get(path);
      if (path.endsWith(".sqlite") && !(end && isIncomplete(end))) check(directory, path);
    }
    return "restored";
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Verifies a snapshot, and removes a chunk that is not as it was stored, so that the next snapshot uploads its content again.
 * `damaged`: what is wrong with the snapshot; null = nothing.
 */
export async function testSnapshot(
  options: VerifyOptions,
): Promise<{ readonly verified: "restored" | "read" | null; readonly damaged: string | null }> {
  try {
    return { verified: await verifySnapshot(options), damaged: null };
  } catch (error) {
    if (!(error instanceof SnapshotDamaged)) throw error;
    if (error.object !== null && (await isStillDamaged(options, error.object)))
      await options.store.remove(error.object);
    return { verified: null, damaged: error.message };
  }
}

/** Reads the object again, because the first answer may have come from a server that was behind. */
async function isStillDamaged({ store, seal }: VerifyOptions, name: string): Promise<boolean> {
  try {
    const sealed = await store.read(name);
    if (sealed) seal.open(sealed, name);
    return !sealed;
  } catch (error) {
    if (error instanceof SnapshotDamaged) return true;
    throw error;
  }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function readChunks({ store, seal, manifest }: VerifyOptions): Promise<void> {
  for (const { path, bytes, chunks } of manifest.files) {
    let read = 0;
    for (const chunk of chunks) {
      const name = chunkPrefix(manifest.cell) + chunk;
      const sealed = await store.read(name);
      if (!sealed) throw new SnapshotDamaged(`${path}: ${name} is missing in ${store.place}`, name);
      read += Bun.zstdDecompressSync(seal.open(sealed, name)).length;
    }
    if (read !== bytes) throw new SnapshotDamaged(`${path} has ${read} bytes instead of ${bytes}`);
  }
}

/**
 * The files were read while they were written: the batches of that time make them consistent. Returns the position behind them.
 */
async function applyBatches({ log, batchSeal, manifest, directory }: VerifyOptions): Promise<Position> {
  const { from, to } = manifest.log;
  const position = positionOf(manifest);
  if (to <= from) return position;
  const redo = createRedo(directory, position);
  const reader = createReader({ position, seal: batchSeal, installation: manifest.installation });
  const signal = AbortSignal.timeout(FOLLOW_MS);
  let reached = from;
  try {
    for await (const { sequence, body } of log.follow(from + 1, signal)) {
      const batch = reader.read(body);
      if (batch) redo.apply(batch, sequence);
      reached = sequence;
      if (sequence >= to) break;
    }
  } finally {
    redo.close();
  }
  if (reached < to) throw new ArchiveError(`the log delivers no message ${reached + 1} behind the snapshot`);
  return redo.position();
}

function check(directory: string, path: string): void {
  const name = join(directory, path);
  // A batch removed this file while the snapshot was taken.
  if (!existsSync(name)) return;
  let result: unknown;
  try {
    const db = openDatabase(name, { durability: "normal" });
    try {
      result = db.pragma("integrity_check(1)", { simple: true });
    } finally {
      db.close();
    }
  } catch (error) {
    if (!DAMAGED.has((error as { code?: string }).code ?? "")) throw error;
    result = (error as Error).message;
  }
  if (result !== "ok") throw new SnapshotDamaged(`${path}: integrity_check reports ${String(result)}`);
}
