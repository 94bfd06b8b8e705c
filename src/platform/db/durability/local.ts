import type { Sqlite } from "#platform/db/open.ts";
import type { ShippedPages, ShippedPath } from "#platform/db/ship/capture.ts";
import { closeWal, hasUnsyncedCommits, syncsUnderWay, syncToDisk } from "./deferred-sync.ts";
import type { Durability } from "./durability.ts";

/** Observes files and commits, for an archive that follows the local disk. */
export interface Observer {
  committed(client: Sqlite): void;
  opened(client: Sqlite): void;
  closing(client: Sqlite): void;
  /** Pages of commits of another thread. */
  frames?(pages: ShippedPages): void;
  /** A small file was written or removed. */
  changed?(path: ShippedPath): void;
  /** A folder was moved into place; `stored` resolves when everything observed so far is stored. */
  placed?(path: ShippedPath, stored: () => Promise<void>): Promise<void>;
}

/**
 * The local disk: a commit is durable once `fdatasync` of its write-ahead log has returned. Always open. Commits are
 * counted only for an observer.
 */
export function createLocalDurability(observer?: Observer): Durability {
  let commits = 0;
  const onCommit = (client: Sqlite): void => {
    commits += 1;
    observer?.committed(client);
  };
  return {
    durable: (client) => (client ? syncToDisk(client) : Promise.all(syncsUnderWay()).then(() => undefined)),
    isPending: (client) => (client ? hasUnsyncedCommits(client) : syncsUnderWay().length > 0),
    isOpen: true,
    get commits() {
      return commits;
    },
    isRemote: false,
    opening: observer ? { durability: "full", onCommit } : { durability: "full" },
    ...(observer && {
      // Session files are not synced before frames leave (ADR 3): handing their pages over is enough.
      async durableElsewhere({ pages, paths }) {
        for (const file of pages) observer.frames?.(file);
        for (const path of paths) observer.changed?.(path);
      },
      changed: (path) => observer.changed?.(path),
    }),
    opened: (client) => observer?.opened(client),
    closing(client) {
      observer?.closing(client);
      closeWal(client);
    },
  };
}
