import type { ChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { listSnapshots, readManifest } from "#cluster/snapshot/manifest.ts";
import { chunkPrefix, logPrefix, readSegmentName } from "./names.ts";
import type { ObjectStore } from "./objects.ts";

export interface PruneOptions {
  readonly store: ObjectStore;
  readonly seal: ChunkSeal;
  readonly cell: number;
  /** A restore must reach every second of this many days. */
  readonly days: number;
  readonly nowMs: number;
}

export interface Pruned {
  readonly snapshots: number;
  readonly segments: number;
  readonly chunks: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** Segments are kept this much longer than needed, because clocks of machines differ, ms. */
const MARGIN_MS = 60 * 60_000;
/** Snapshots that are kept however old they are. */
const ALWAYS = 2;

/**
 * Removes what no restore needs any more: everything before the newest snapshot that is at least `days` old. Throws
 * ArchiveError when a kept snapshot cannot be read; nothing is removed then.
 */
export async function prune({ store, seal, cell, days, nowMs }: PruneOptions): Promise<Pruned> {
  const snapshots = await listSnapshots(store, cell);
  const limit = nowMs - days * DAY_MS;
  const oldest = snapshots.findLastIndex(({ validMs }) => validMs <= limit);
  const first = Math.max(0, Math.min(oldest, snapshots.length - ALWAYS));
  if (oldest < 0 || first === 0) return { snapshots: 0, segments: 0, chunks: 0 };
  const needed = new Set<string>();
  let neededFromMs = Number.POSITIVE_INFINITY;
  for (const { name } of snapshots.slice(first)) {
    const { files, fromMs } = await readManifest(store, seal, name);
    neededFromMs = Math.min(neededFromMs, fromMs);
    for (const { chunks } of files) for (const chunk of chunks) needed.add(chunk);
  }
  // A manifest is deleted before its chunks and segments: while it exists, all of them must exist.
  for (const { name } of snapshots.slice(0, first)) await store.remove(name);
  const prefix = chunkPrefix(cell);
  const isOld = (name: string) => (readSegmentName(name)?.lastMs ?? nowMs) < neededFromMs - MARGIN_MS;
  return {
    snapshots: first,
    segments: await removeWhere(store, logPrefix(cell), isOld),
    chunks: await removeWhere(store, prefix, (name) => !needed.has(name.slice(prefix.length))),
  };
}

async function removeWhere(
  store: ObjectStore,
  prefix: string,
  isUnneeded: (name: string) => boolean,
): Promise<number> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) if (isUnneeded(name)) names.push(name);
  for (const name of names) await store.remove(name);
  return names.length;
}
