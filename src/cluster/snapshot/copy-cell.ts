import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { chunkPrefix } from "#cluster/archive/names.ts";
import type { SnapshotStore } from "#cluster/archive/objects.ts";
import { type CellFile, cellFiles } from "./cell-files.ts";
import type { ChunkSeal } from "./chunk-seal.ts";
import type { SnapshotFile } from "./manifest.ts";
import { type DatabaseReader, readDatabase } from "./read-database.ts";

export const CHUNK_BYTES = 1024 * 1024;
/** Uploads in parallel. */
const UPLOADS = 4;

export interface CopyOptions {
  readonly directory: string;
  readonly cell: number;
  readonly store: SnapshotStore;
  readonly seal: ChunkSeal;
  /** Chunks that the archive has. New ones are added. */
  readonly known: Set<string>;
  /** How database files are read: `readDatabase`, unless no process has them open. */
  readonly openFile?: (path: string) => DatabaseReader;
  readonly onFile?: (file: SnapshotFile) => void;
}

export interface Copied {
  readonly files: readonly SnapshotFile[];
  /** Chunks that were not in the archive before. */
  readonly uploaded: number;
}

/**
 * Copies all files of a cell into the archive, in chunks of 1 MiB; only new chunks are uploaded. A file that is removed
 * meanwhile is left out: a batch removes it from the copy. Runs in its own process (see `readDatabase`).
 */
export async function copyCell(options: CopyOptions): Promise<Copied> {
  const files: SnapshotFile[] = [];
  let uploaded = 0;
  for (const file of cellFiles(options.directory)) {
    const copied = await copyFile(options, file);
    if (!copied) continue;
    files.push(copied.file);
    uploaded += copied.uploaded;
    options.onFile?.(copied.file);
  }
  return { files, uploaded };
}

async function copyFile(
  options: CopyOptions,
  { path, kind }: CellFile,
): Promise<{ readonly file: SnapshotFile; readonly uploaded: number } | undefined> {
  const name = join(options.directory, path);
  let source: DatabaseReader;
  let mode: number;
  try {
    mode = statSync(name).mode & 0o777;
    const { openFile = readDatabase } = options;
    source = kind === "database" ? openFile(name) : wholeFile(readFileSync(name));
  } catch (error) {
    if (!existsSync(name)) return undefined;
    throw error;
  }
  try {
    const chunks: string[] = [];
    const uploads = new Set<Promise<void>>();
    let uploaded = 0;
    for (let at = 0; at < source.bytes; at += CHUNK_BYTES) {
      const content = source.read(at, CHUNK_BYTES);
      const chunk = options.seal.nameOf(content);
      chunks.push(chunk);
      if (options.known.has(chunk)) continue;
      options.known.add(chunk);
      uploaded += 1;
      const upload = storeChunk(options, chunk, content).finally(() => uploads.delete(upload));
      uploads.add(upload);
      if (uploads.size >= UPLOADS) await Promise.race(uploads);
    }
    await Promise.all(uploads);
    return { file: { path, mode, bytes: source.bytes, chunks }, uploaded };
  } finally {
    source.close();
  }
}

const wholeFile = (content: Uint8Array): DatabaseReader => ({
  bytes: content.length,
  read: (at, length) => content.subarray(at, at + length),
  close: () => undefined,
});

async function storeChunk(
  { store, seal, cell }: CopyOptions,
  chunk: string,
  content: Uint8Array,
): Promise<void> {
  const name = chunkPrefix(cell) + chunk;
  await store.create(name, seal.seal(Bun.zstdCompressSync(content, { level: 1 }), name));
}

/** The chunks in the archive. */
export async function listChunks(store: SnapshotStore, cell: number): Promise<Set<string>> {
  const known = new Set<string>();
  const prefix = chunkPrefix(cell);
  for await (const { name } of store.list(prefix)) known.add(name.slice(prefix.length));
  return known;
}
