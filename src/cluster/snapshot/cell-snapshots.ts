import { chunkPrefix, verifiedName, verifiedPrefix } from "#cluster/archive/names.ts";
import { SnapshotDamaged, type SnapshotStore } from "#cluster/archive/objects.ts";
import type { ShippedPath, WalEnd } from "#platform/db/ship/capture.ts";
import type { Position } from "#platform/db/ship/position.ts";
import type { ChunkSeal } from "./chunk-seal.ts";
import {
  listSnapshots,
  readManifest,
  type SnapshotFile,
  type SnapshotInLog,
  type SnapshotManifest,
} from "./manifest.ts";
import type { KnownSnapshot } from "./policy.ts";

/** A manifest of a snapshot of a cluster. */
export type CellManifest = SnapshotManifest & { readonly log: SnapshotInLog };

export const isOfCluster = (manifest: SnapshotManifest): manifest is CellManifest =>
  manifest.log !== undefined;

/** Bytes of all files. */
export const sizeOf = ({ files }: SnapshotManifest): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The files with the end of each in the log at `position`. */
export const withEnds = (files: readonly SnapshotFile[], { files: ends }: Position): SnapshotFile[] =>
  files.map((file) => {
    const end = ends.get(file.path);
    return end ? { ...file, wal: [end.salt.toString(16), end.frame] } : file;
  });

/** The position from which redo continues a restored snapshot. */
export function positionOf({ installation, from, log, files }: CellManifest): Position {
  const ends = new Map<ShippedPath, WalEnd>();
  for (const { path, wal: [salt, frame] = ["0", 0] } of files)
    if (path.endsWith(".sqlite")) ends.set(path, { salt: BigInt(`0x${salt}`), frame });
  return {
    installation,
    isOwner: false,
    epoch: from.epoch,
    number: from.number,
    chain: BigInt(`0x${from.chain}`),
    sequence: log.from,
    files: ends,
  };
}

/** Reads the snapshots of a cell; manifests are read once, because they never change. */
export function createSnapshotList(store: SnapshotStore, seal: ChunkSeal, cell: number) {
  const known = new Map<string, Omit<KnownSnapshot, "isVerified">>();
  return {
    /** Oldest first. Throws ArchiveError when the store does not respond. */
    async read(): Promise<readonly KnownSnapshot[]> {
      const verified = new Set<string>();
      for await (const { name } of store.list(verifiedPrefix(cell))) verified.add(name);
      const listed = await listSnapshots(store, cell);
      const names = new Set(listed.map(({ name }) => name));
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
      for (const { name, validMs } of listed) {
        if (known.has(name)) continue;
        const manifest = await manifestOrNull(store, seal, name);
        if (manifest === null) known.set(name, { name, validMs, ...UNUSABLE });
        else if (isOfCluster(manifest)) {
          const { from, to, node } = manifest.log;
          known.set(name, { name, validMs, from, to, node, bytes: sizeOf(manifest) });
        }
      }
      return [...known.values()]
        .toSorted((a, b) => a.validMs - b.validMs)
        .map((one) => ({ ...one, isVerified: verified.has(verifiedName(cell, one.name)) }));
    },
  };
}

/**
 * Notes that a snapshot was restored and its databases checked; false for a snapshot that was only read: the log is not
 * shortened up to it.
 */
export async function noteTested(
  store: SnapshotStore,
  cell: number,
  name: string,
  verified: "restored" | "read" | null,
): Promise<boolean> {
  if (verified !== "restored") return false;
  await store.create(verifiedName(cell, name), new Uint8Array());
  return true;
}

/** A snapshot whose manifest is damaged: the log cannot continue it, so the next clean-up removes it. */
const UNUSABLE = { from: -1, to: Number.POSITIVE_INFINITY, node: "", bytes: 0 };

/** Null when it is damaged. */
export async function manifestOrNull(
  store: SnapshotStore,
  seal: ChunkSeal,
  name: string,
): Promise<SnapshotManifest | null> {
  try {
    return await readManifest(store, seal, name);
  } catch (error) {
    if (error instanceof SnapshotDamaged) return null;
    throw error;
  }
}

/** Removes these snapshots, then the chunks that no other one needs. Nothing may be copying into the store meanwhile. */
export async function removeSnapshots(
  { store, seal, cell }: { readonly store: SnapshotStore; readonly seal: ChunkSeal; readonly cell: number },
  unneeded: readonly string[],
): Promise<{ readonly snapshots: number; readonly chunks: number }> {
  const gone = new Set(unneeded);
  const needed = new Set<string>();
  for (const { name } of await listSnapshots(store, cell)) {
    if (gone.has(name)) continue;
    for (const { chunks } of (await manifestOrNull(store, seal, name))?.files ?? [])
      for (const chunk of chunks) needed.add(chunk);
  }
  // A manifest is deleted before its chunks: while it exists, all of them must exist.
  for (const name of unneeded) {
    await store.remove(name);
    await store.remove(verifiedName(cell, name));
  }
  const prefix = chunkPrefix(cell);
  const names: string[] = [];
  for await (const { name } of store.list(prefix))
    if (!needed.has(name.slice(prefix.length))) names.push(name);
  for (const name of names) await store.remove(name);
  return { snapshots: unneeded.length, chunks: names.length };
}
