import { listSnapshots } from "#cluster/snapshot/manifest.ts";
import { gapName, gapPrefix, readGapName } from "./names.ts";
import type { ObjectStore } from "./objects.ts";

/** Records that the archive begins here without the changes before it: no earlier snapshot reaches what follows. */
export async function noteGap(store: ObjectStore, cell: number, atMs: number, epoch: number): Promise<void> {
  await store.create(gapName(cell, atMs, epoch), new Uint8Array());
}

/** Whether there is no snapshot behind the last gap: a takeover may have come before it was taken. */
export async function lacksSnapshot(store: ObjectStore, cell: number): Promise<boolean> {
  let gapMs = 0;
  for await (const { name } of store.list(gapPrefix(cell))) gapMs = Math.max(gapMs, readGapName(name));
  const newest = (await listSnapshots(store, cell)).at(-1);
  return !newest || newest.validMs < gapMs;
}
