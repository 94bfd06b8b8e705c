import { mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chunkPrefix } from "#cluster/archive/names.ts";
import { ArchiveError, SnapshotDamaged, type SnapshotStore } from "#cluster/archive/objects.ts";
import type { ChunkSeal } from "./chunk-seal.ts";
import type { SnapshotFile, SnapshotManifest } from "./manifest.ts";

export interface RestoreFilesOptions {
  readonly store: SnapshotStore;
  readonly seal: ChunkSeal;
  readonly manifest: SnapshotManifest;
  /** Which files; all of them without it. */
  readonly isWanted?: (path: string) => boolean;
  /** An empty directory. */
  readonly directory: string;
  /** Content that this machine has already, for example of an earlier copy; used when it is the content of the chunk. */
  readonly localContent?: (path: string, at: number) => Uint8Array | undefined;
  /** Called for each chunk with its bytes. */
  readonly onBytes?: (bytes: number) => void;
}

/** Downloads in parallel. */
const DOWNLOADS = 4;

/** Writes the files of a snapshot into a directory. Throws SnapshotDamaged for a missing or changed chunk. */
export async function restoreFiles(options: RestoreFilesOptions): Promise<number> {
  const { manifest, isWanted = () => true } = options;
  const wanted = manifest.files.filter(({ path }) => isWanted(path));
  let next = 0;
  const one = async (): Promise<void> => {
    for (let file = wanted[next++]; file; file = wanted[next++]) await restoreFile(options, file);
  };
  await Promise.all(Array.from({ length: DOWNLOADS }, one));
  return wanted.length;
}

async function restoreFile(options: RestoreFilesOptions, file: SnapshotFile): Promise<void> {
  const { path, mode, bytes, chunks } = file;
  if (!isInside(path)) throw new ArchiveError(`the snapshot names ${JSON.stringify(path)}`);
  const target = join(options.directory, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const handle = await open(target, "wx", mode);
  try {
    let written = 0;
    for (const chunk of chunks) {
      const content = await contentOf(options, path, written, chunk);
      await handle.write(content);
      written += content.length;
      options.onBytes?.(content.length);
    }
    if (written !== bytes) throw new SnapshotDamaged(`${path} has ${written} bytes instead of ${bytes}`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function contentOf(
  { store, seal, manifest, localContent }: RestoreFilesOptions,
  path: string,
  at: number,
  chunk: string,
): Promise<Uint8Array> {
  const local = localContent?.(path, at);
  if (local && local.length > 0 && seal.nameOf(local) === chunk) return local;
  const name = chunkPrefix(manifest.cell) + chunk;
  const sealed = await store.read(name);
  if (!sealed) throw new SnapshotDamaged(`${path}: ${name} is missing in ${store.place}`, name);
  return Bun.zstdDecompressSync(seal.open(sealed, name));
}

/** A manifest is authenticated, but may come from a defective program: no path leads outside the directory. */
const isInside = (path: string): boolean =>
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !path.includes("\0");
