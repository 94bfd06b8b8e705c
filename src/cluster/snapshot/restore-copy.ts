import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ArchiveError, type SnapshotStore } from "#cluster/archive/objects.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import { type Position, writePosition } from "#platform/db/ship/position.ts";
import { OperatorError } from "#platform/errors.ts";
import type { Log } from "#platform/log.ts";
import { cellFiles } from "./cell-files.ts";
import { type CellManifest, isOfCluster, manifestOrNull, positionOf, sizeOf } from "./cell-snapshots.ts";
import type { ChunkSeal } from "./chunk-seal.ts";
import { CHUNK_BYTES } from "./copy-cell.ts";
import { listSnapshots } from "./manifest.ts";
import { restoreFiles } from "./restore-files.ts";

/** File in the data directory that exists while the copy is not consistent yet. */
const UNFINISHED_FILE = "restoring";
/** Names of snapshots that this node could not continue from the log, one a line. */
const REFUSED_FILE = "refused-snapshots";
/** Free space that is left over beside the restored files, bytes. */
const MIN_FREE_BYTES = 1024 ** 3;
const PROGRESS_MS = 10_000;

/** A copy that becomes consistent when the log is applied up to this sequence. */
export interface UnfinishedCopy {
  readonly snapshot: string;
  readonly upTo: number;
}

export function readUnfinished(directory: string): UnfinishedCopy | undefined {
  const path = join(directory, UNFINISHED_FILE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as UnfinishedCopy) : undefined;
}

export const noteFinished = (directory: string): void =>
  rmSync(join(directory, UNFINISHED_FILE), { force: true });

/**
 * Notes that the copy is given up and its files may be removed. A snapshot that did not become consistent is not used again.
 */
export function noteGivenUp(directory: string): void {
  const unfinished = readUnfinished(directory);
  if (unfinished?.snapshot)
    writeFileSync(
      join(directory, REFUSED_FILE),
      `${[...refused(directory), unfinished.snapshot].join("\n")}\n`,
    );
  const nothing: UnfinishedCopy = { snapshot: "", upTo: 0 };
  writeFileSync(join(directory, UNFINISHED_FILE), JSON.stringify(nothing));
}

function refused(directory: string): Set<string> {
  const path = join(directory, REFUSED_FILE);
  return new Set(existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []);
}

export interface RestoreCopyOptions {
  readonly directory: string;
  readonly cell: number;
  readonly store: SnapshotStore;
  readonly seal: ChunkSeal;
  readonly log: BatchLog;
  readonly journal: Pick<Log, "info" | "warn">;
  /** Folder of an earlier copy, whose content is used where it is the same. */
  readonly oldCopy: string;
  readonly onProgress: (progress: RestoreProgress) => void;
}

export interface RestoreProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  /** The log must keep everything behind this sequence. */
  readonly from: number;
}

/**
 * Writes the newest snapshot that the log continues into an empty directory, and stores its position. Undefined when there is none.
 * Throws OperatorError when the disk is too small, or the servers do not answer.
 */
export async function restoreCopy(options: RestoreCopyOptions): Promise<Position | undefined> {
  const { directory, store, seal, cell, log, journal } = options;
  const isRefused = refused(directory);
  const listed = (await listSnapshots(store, cell)).filter(({ name }) => !isRefused.has(name));
  for (const { name } of listed.toReversed()) {
    const manifest = await manifestOrNull(store, seal, name);
    if (!manifest) {
      journal.warn({ snapshot: name }, "the snapshot is damaged; an older one is tried");
      continue;
    }
    const { first, last } = await log.state();
    if (!isOfCluster(manifest) || manifest.log.from + 1 < first || manifest.log.to > last) continue;
    requireRoom(directory, manifest);
    try {
      return await restore(options, name, manifest);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      journal.warn({ err: error, snapshot: name }, "the snapshot cannot be restored; an older one is tried");
      removeFiles(directory);
    }
  }
  return undefined;
}

async function restore(options: RestoreCopyOptions, name: string, manifest: CellManifest): Promise<Position> {
  const { directory, store, seal, journal, oldCopy } = options;
  const totalBytes = sizeOf(manifest);
  const unfinished: UnfinishedCopy = { snapshot: name, upTo: manifest.log.to };
  writeFileSync(join(directory, UNFINISHED_FILE), JSON.stringify(unfinished));
  const startedMs = performance.now();
  let [bytes, shownMs] = [0, startedMs];
  const note = (more: number) => {
    bytes += more;
    options.onProgress({ bytes, totalBytes, from: manifest.log.from });
    if (performance.now() - shownMs < PROGRESS_MS) return;
    shownMs = performance.now();
    journal.info({ bytes, totalBytes }, "copying the files of the snapshot");
  };
  note(0);
  await restoreFiles({
    store,
    seal,
    manifest,
    directory,
    localContent: (path, at) => contentAt(join(oldCopy, path), at),
    onBytes: note,
  });
  const position = positionOf(manifest);
  await writePosition(directory, position);
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  journal.info(
    { snapshot: name, files: manifest.files.length, bytes, seconds, sequence: position.sequence },
    "the files of the snapshot are copied; the log is applied from there",
  );
  return position;
}

function contentAt(path: string, at: number): Uint8Array | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const content = new Uint8Array(CHUNK_BYTES);
    return content.subarray(0, readSync(file, content, 0, content.length, at));
  } finally {
    closeSync(file);
  }
}

function requireRoom(directory: string, manifest: CellManifest): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(directory);
  const needed = sizeOf(manifest) + MIN_FREE_BYTES;
  if (bavail * bsize < needed)
    throw new OperatorError(
      `the copy needs ${Math.ceil(needed / 1024 ** 2)} MB of free disk in ${directory}: make room, for example by deleting the folder replaced-copy`,
    );
}

/** Removes what an interrupted restore left behind. */
export function removeFiles(directory: string): void {
  for (const { path } of [...cellFiles(directory)])
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(directory, path + suffix), { force: true });
}
