import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { listSnapshots, readManifest, type SnapshotManifest } from "#cluster/snapshot/manifest.ts";
import { restoreFiles } from "#cluster/snapshot/restore-files.ts";
import { type Capture, isIncomplete, type ShippedPath } from "#platform/db/ship/capture.ts";
import { BrokenChain, type ChainLink, readHeader } from "#platform/db/ship/format.ts";
import { createReader } from "#platform/db/ship/reader.ts";
import { createRedo } from "#platform/db/ship/redo.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import { claimsFrom, isDisowned } from "./epoch.ts";
import { hourPrefixes, readSegmentName } from "./names.ts";
import { ArchiveError, type ObjectStore } from "./objects.ts";
import { readSegment, type SegmentEntry } from "./segment.ts";

export interface RestorePointOptions {
  readonly store: ObjectStore;
  readonly seal: ChunkSeal;
  readonly batchSeal: BatchSeal;
  readonly cell: number;
  /** The files as they were at this time, ms since 1970. */
  readonly atMs: number;
  /** An empty directory that receives the files. It has no open database. */
  readonly directory: string;
  /** Which files; all of them without it. */
  readonly isWanted?: (path: ShippedPath) => boolean;
  /** Present time, ms since 1970: later segments are not searched. */
  readonly nowMs?: number;
  readonly onLine?: (line: string) => void;
}

export interface RestoredPoint {
  /** When the last applied batch was captured, ms since 1970. */
  readonly reachedMs: number;
  readonly snapshot: string;
  readonly batches: number;
  /** Why the archive ends before the wanted time; null when it does not. */
  readonly gap: string | null;
}

/** Clocks of machines may differ by this much, ms: segments are looked for in a wider range of hours. */
const SKEW_MS = 60 * 60_000;

/**
 * Restores the files of a cell as they were at one moment: the newest snapshot before it, and the batches from there on.
 * Throws ArchiveError when the archive does not reach back that far, or is damaged.
 */
export async function restorePoint(options: RestorePointOptions): Promise<RestoredPoint> {
  const { store, seal, cell, atMs, onLine = () => undefined } = options;
  const snapshots = await listSnapshots(store, cell);
  const [earliest] = snapshots;
  if (!earliest) throw new ArchiveError(`there is no complete snapshot in ${store.place} yet`);
  const chosen = snapshots.findLast(({ validMs }) => validMs <= atMs);
  if (!chosen)
    throw new ArchiveError(
      `the archive in ${store.place} begins at ${new Date(earliest.validMs).toISOString()}: choose that time or a later one`,
    );
  const manifest = await readManifest(store, seal, chosen.name);
  onLine(`snapshot of ${new Date(manifest.validMs).toISOString()}, made by ${manifest.product}`);
  await restoreFiles({ ...options, manifest });
  return applyLog(options, manifest, chosen.name);
}

async function applyLog(
  options: RestorePointOptions,
  manifest: SnapshotManifest,
  snapshot: string,
): Promise<RestoredPoint> {
  const { store, cell, batchSeal, directory, atMs, isWanted = () => true } = options;
  const from: ChainLink = { ...manifest.from, chain: BigInt(`0x${manifest.from.chain}`) };
  const reader = createReader({ position: from, seal: batchSeal });
  const redo = createRedo(directory, {
    ...from,
    sequence: 0,
    isOwner: false,
    installation: manifest.installation,
    files: new Map(),
  });
  const claims = await claimsFrom(store, cell, from.epoch);
  let reachedMs = manifest.fromMs;
  let batches = 0;
  let gap: string | null = null;
  try {
    for await (const { part, capturedAtMs, writer } of entriesFrom(options, manifest)) {
      const header = readHeader(part);
      if (isBefore(header, from) || isDisowned(header, writer, claims)) continue;
      if (capturedAtMs > atMs) break;
      const batch = reader.read(part);
      if (!batch) continue;
      reachedMs = capturedAtMs;
      batches += 1;
      redo.apply(batch.kind === "batch" ? { ...batch, capture: wanted(batch.capture, isWanted) } : batch, 0);
    }
  } catch (error) {
    // What lies behind a gap belongs to a later snapshot.
    if (!(error instanceof BrokenChain)) throw error;
    gap = error.message;
  } finally {
    await redo.sync();
    redo.close();
  }
  // Files that were just arriving: nothing of that moment uses them.
  for (const [path, end] of redo.position().files)
    if (isIncomplete(end)) rmSync(join(directory, path), { force: true });
  if (reader.position.number < manifest.to)
    throw new ArchiveError(
      `the archive is incomplete: the changes made during ${snapshot} end at batch ${reader.position.number} instead of ${manifest.to}${gap ? ` (${gap})` : ""}`,
    );
  return { reachedMs, snapshot, batches, gap };
}

const isBefore = ({ epoch, number }: ChainLink, from: ChainLink): boolean =>
  epoch < from.epoch || (epoch === from.epoch && number <= from.number);

const wanted = (capture: Capture, isWanted: (path: string) => boolean): Capture => ({
  capturedAtMs: capture.capturedAtMs,
  files: capture.files.filter(({ path }) => isWanted(path)),
  smallFiles: capture.smallFiles.filter(({ path }) => isWanted(path)),
  deleted: capture.deleted,
});

/** A part, and the epoch that the writer of its segment had claimed. */
interface WrittenEntry extends SegmentEntry {
  readonly writer: number;
}

/** Parts of batches from the snapshot on, in the order of their writers and segments. */
async function* entriesFrom(
  { store, cell, atMs, nowMs = Date.now() }: RestorePointOptions,
  manifest: SnapshotManifest,
): AsyncGenerator<WrittenEntry> {
  const names: string[] = [];
  const toMs = Math.min(atMs, nowMs) + SKEW_MS;
  for (const prefix of hourPrefixes(cell, manifest.fromMs - SKEW_MS, toMs))
    for await (const { name } of store.list(prefix)) names.push(name);
  const orderOf = (name: string) => name.slice(name.lastIndexOf("/"));
  const writerOf = (name: string) => readSegmentName(name)?.epoch ?? 0;
  const isLater = (name: string) => writerOf(name) >= manifest.from.epoch;
  for (const name of names.filter(isLater).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
    const bytes = await store.read(name);
    if (!bytes) throw new ArchiveError(`${name} is missing in ${store.place}`);
    for (const entry of readSegment(bytes)) yield { ...entry, writer: writerOf(name) };
  }
}
