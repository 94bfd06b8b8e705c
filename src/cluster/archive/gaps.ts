import { listSnapshots } from "#cluster/snapshot/manifest.ts";
import { gapName, gapPrefix, readGapName } from "./names.ts";
import type { ObjectStore } from "./objects.ts";

/** Records a gap: the archive begins again here, and no earlier snapshot can be continued to the changes that follow. */
export async function noteGap(store: ObjectStore, cell: number, atMs: number, epoch: number): Promise<void> {
  await store.create(gapName(cell, atMs, epoch), new Uint8Array());
}

/**
 * Whether no snapshot was taken since the last gap, for example because a takeover came first. Compares epochs before times,
 * because the clocks of two nodes may differ.
 */
export async function lacksSnapshot(store: ObjectStore, cell: number): Promise<boolean> {
  let last = { epoch: 0, atMs: 0 };
  for await (const { name } of store.list(gapPrefix(cell))) {
    const gap = readGapName(name);
    if (gap && isBehind(gap, last)) last = gap;
  }
  const snapshots = await listSnapshots(store, cell);
  return !snapshots.some(({ epoch, validMs }) => isBehind({ epoch, atMs: validMs }, last));
}

type Moment = { readonly epoch: number; readonly atMs: number };
const isBehind = (one: Moment, other: Moment): boolean =>
  one.epoch > other.epoch || (one.epoch === other.epoch && one.atMs >= other.atMs);
