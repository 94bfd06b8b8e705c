import { readSnapshotName, snapshotName, snapshotPrefix } from "#cluster/archive/names.ts";
import { ArchiveError, SnapshotDamaged, type SnapshotStore } from "#cluster/archive/objects.ts";
import type { ChunkSeal } from "./chunk-seal.ts";

/** One file of a snapshot. */
export interface SnapshotFile {
  /** Relative to the data directory. */
  readonly path: string;
  readonly mode: number;
  readonly bytes: number;
  /** Names of its chunks, in order. */
  readonly chunks: readonly string[];
  /** In a cluster: salt (hex) and frame up to which the log had the file at `from`. */
  readonly wal?: readonly [salt: string, frame: number];
}

/**
 * All files of a cell. They may have been read while they were written: the batches behind `from` repair them, and from batch
 * `to` on the copy is consistent.
 */
export interface SnapshotManifest {
  readonly format: 1;
  readonly installation: string;
  readonly cell: number;
  /** Version of the program that wrote the files; an older program may not open them. */
  readonly product: string;
  /** The last batch that every file certainly contains. */
  readonly from: { readonly epoch: number; readonly number: number; readonly chain: string };
  /** When that batch was captured, ms since 1970: batches behind it are in segments of this time or later. */
  readonly fromMs: number;
  /** Number of the batch from which on the copy is consistent. */
  readonly to: number;
  /** When batch `to` was captured, ms since 1970. */
  readonly validMs: number;
  readonly files: readonly SnapshotFile[];
  /** Only in a cluster. */
  readonly log?: SnapshotInLog;
}

/** How a snapshot of a cluster fits into the log of its cell. */
export interface SnapshotInLog {
  /** Sequence of the last message of batch `from`: the log continues behind it. */
  readonly from: number;
  /** Sequence of the last message of batch `to`. */
  readonly to: number;
  /** The node whose files were copied. */
  readonly node: string;
}

/** Stores a manifest, after all its chunks. Returns its name. */
export async function storeManifest(
  store: SnapshotStore,
  seal: ChunkSeal,
  manifest: SnapshotManifest,
): Promise<string> {
  const name = snapshotName(manifest.cell, { validMs: manifest.validMs, epoch: manifest.from.epoch });
  const packed = Bun.zstdCompressSync(Buffer.from(JSON.stringify(manifest)), { level: 3 });
  if ((await store.create(name, seal.seal(packed, name))) === "exists")
    throw new ArchiveError(`${name} exists already: two servers use one archive`);
  return name;
}

/** Throws SnapshotDamaged when it is missing or changed, ArchiveError when a newer program wrote it. */
export async function readManifest(
  store: SnapshotStore,
  seal: ChunkSeal,
  name: string,
): Promise<SnapshotManifest> {
  const sealed = await store.read(name);
  if (!sealed) throw new SnapshotDamaged(`${name} is missing in ${store.place}`, name);
  const text = Buffer.from(Bun.zstdDecompressSync(seal.open(sealed, name))).toString("utf8");
  const manifest = JSON.parse(text) as SnapshotManifest;
  if (Number(manifest.format) !== 1) throw new ArchiveError(`${name} was written by a newer program`);
  return manifest;
}

/** A snapshot in the archive. */
export interface StoredSnapshot {
  readonly name: string;
  readonly validMs: number;
  readonly epoch: number;
}

/** The snapshots of a cell, oldest first. */
export async function listSnapshots(store: SnapshotStore, cell: number): Promise<readonly StoredSnapshot[]> {
  const found: StoredSnapshot[] = [];
  for await (const { name } of store.list(snapshotPrefix(cell))) {
    const read = readSnapshotName(name);
    if (read) found.push({ name, ...read });
  }
  return found.sort((a, b) => a.validMs - b.validMs || a.epoch - b.epoch);
}
