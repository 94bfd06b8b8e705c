import { open } from "node:fs/promises";
import type { Db } from "./database.ts";
import type { Sqlite } from "./open.ts";
import { relaxed } from "./relaxed.ts";

/** How far the disk is behind one file. */
interface Disk {
  /** Something was committed since the last sync began. */
  behind: boolean;
  /** Inside `syncedLater` right now. */
  later: boolean;
  running: Promise<void> | undefined;
  /** The sync that begins when the running one ends, for what came meanwhile. */
  next: Promise<void> | undefined;
}

const disks = new WeakMap<Sqlite, Disk>();
const underWay = new Set<Promise<void>>();

/** Syncs that run right now, in whatever file. */
export const syncsUnderWay = (): readonly Promise<void>[] => [...underWay];

/**
 * Runs work whose commits reach the disk behind it, so that the loop never stands still for one: whoever acknowledges
 * them to the outside awaits `onDisk` first. A killed process loses nothing either way. Inside a transaction that runs
 * already it is part of that one.
 */
export function syncedLater<T>(db: Db, work: () => T): T {
  const disk = disks.get(db.$client) ?? newDisk(db.$client);
  const outer = disk.later;
  disk.behind = true;
  disk.later = true;
  try {
    return relaxed(db, work);
  } finally {
    disk.later = outer;
  }
}

/** Whether what is written on this handle right now is synced later. */
export const isSyncedLater = ({ $client: client }: Db): boolean => disks.get(client)?.later ?? false;

function newDisk(client: Sqlite): Disk {
  const disk = { behind: false, later: false, running: undefined, next: undefined };
  disks.set(client, disk);
  return disk;
}

/**
 * Resolves once everything `syncedLater` committed on this handle until now is on the disk; one sync serves all who
 * wait. Rejects when the disk refuses.
 */
export function onDisk({ $client: client }: Db): Promise<void> {
  const disk = disks.get(client);
  if (!disk) return Promise.resolve();
  if (!disk.behind) return disk.running ?? Promise.resolve();
  if (!disk.running) return begin(client, disk);
  disk.next ??= disk.running.catch(() => undefined).then(() => begin(client, disk));
  return disk.next;
}

function begin(client: Sqlite, disk: Disk): Promise<void> {
  disk.behind = false;
  disk.next = undefined;
  const ended = () => {
    disk.running = undefined;
    underWay.delete(sync);
  };
  const sync = syncLog(client.name).then(ended, (error: unknown) => {
    ended();
    disk.behind = true;
    throw error;
  });
  disk.running = sync;
  underWay.add(sync);
  return sync;
}

/** SQLite takes no locks on the log itself, so a second descriptor of it may be closed without giving any up. */
async function syncLog(path: string): Promise<void> {
  try {
    const log = await open(`${path}-wal`, "r");
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  } catch (error) {
    // Closed meanwhile: that wrote and synced all of it into the file itself.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
