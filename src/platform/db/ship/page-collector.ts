import { scheduleCheckpoint, waitForCheckpoint } from "#platform/db/checkpoint/checkpoints.ts";
import type { Sqlite } from "#platform/db/open.ts";
import type { ShippedPages } from "./capture.ts";
import { createFileCapture, type FileCapture, NO_WAL } from "./file-capture.ts";
import { keepWal } from "./keep-wal.ts";
import { mergePages } from "./merge-pages.ts";
import { createStoredBarrier } from "./stored-barrier.ts";

/** Reads the commits of the files that a thread writes itself; the thread posts them to the main thread. */
export interface PageCollector {
  committed(client: Sqlite): void;
  /** After the file was opened and its schema was made. */
  opened(client: Sqlite): void;
  /** Before the file is closed. */
  closing(client: Sqlite): void;
  /** The pages of all commits since the last call, per file. Synchronous. */
  collect(): readonly ShippedPages[];
  /**
   * The oldest `collections` collections (without a number: all so far) are durable. The WALs of files that were closed before
   * them may be checkpointed.
   */
  acknowledged(collections?: number): void;
}

/**
 * `pathOf` gives the path of a handle relative to the data directory. A file is collected from the beginning of its WAL: a
 * new file is in the WAL from its first page on; what is not in the WAL of an older file is in the log already.
 */
export function createPageCollector(pathOf: (client: Sqlite) => string): PageCollector {
  const open = new Map<Sqlite, FileCapture>();
  const dirty = new Set<Sqlite>();
  const pages = new Map<string, ShippedPages>();
  /** WALs of closed files; `collection` is the number of the collection that has the last pages of the file. */
  const keepers: { readonly collection: number; readonly release: () => void }[] = [];
  /** For each collection that is not acknowledged: its capture number at the barrier. */
  const marks: number[] = [];
  let acknowledged = 0;
  let isReading = false;
  const isDirty = () => dirty.size + pages.size > 0;
  const barrier = createStoredBarrier({ knows: (client) => open.has(client), isDirty });

  const take = (client: Sqlite) => {
    isReading = true;
    try {
      const taken = open.get(client)?.take();
      const earlier = taken && pages.get(taken.path);
      if (taken) pages.set(taken.path, earlier ? mergePages(earlier, taken) : taken);
    } finally {
      isReading = false;
    }
  };
  return {
    committed(client) {
      // Reading the end of the log counts as a statement that may have committed.
      if (isReading) return;
      dirty.add(client);
      if (open.has(client)) scheduleCheckpoint(client, { inPlace: true });
    },
    opened(client) {
      open.set(client, createFileCapture({ path: pathOf(client), client, from: NO_WAL }));
      dirty.add(client);
    },
    closing(client) {
      waitForCheckpoint(client);
      take(client);
      if (open.has(client))
        keepers.push({ collection: acknowledged + marks.length + 1, release: keepWal(client.name) });
      open.get(client)?.close();
      open.delete(client);
      dirty.delete(client);
    },
    collect() {
      for (const client of dirty) {
        if (client.inTransaction) continue;
        take(client);
        dirty.delete(client);
      }
      const taken = [...pages.values()];
      pages.clear();
      marks.push(barrier.captured(taken.length === 0));
      return taken;
    },
    acknowledged(collections = marks.length) {
      acknowledged += collections;
      const mark = marks.splice(0, collections).at(-1);
      if (mark !== undefined) barrier.stored(mark);
      while (keepers[0] && keepers[0].collection <= acknowledged) keepers.shift()?.release();
    },
  };
}
