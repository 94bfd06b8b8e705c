import { close, fdatasync, openSync } from "node:fs";
import type { Db } from "./database.ts";
import type { Sqlite } from "./open.ts";
import { withSyncNormal } from "./sync-mode.ts";

/** Sync state of one database file. */
interface Disk {
  /** Something was committed since the last sync began. */
  behind: boolean;
  /** Inside `withDeferredSync` right now. */
  later: boolean;
  /** The sync that runs. */
  running: Promise<void> | undefined;
  /** The sync that has not begun: it covers what is committed until it does. */
  next: Promise<void> | undefined;
  /** Descriptor of the write-ahead log: opening and closing it for each sync costs more than the sync. */
  log: number | undefined;
}

/**
 * Syncs that run at once, of all companies. More of them do not make the disk quicker, but fill the threads that also read files;
 * what waits for its turn collects further commits of its company, which then share one sync.
 */
const AT_ONCE = 4;

const disks = new WeakMap<Sqlite, Disk>();
const underWay = new Set<Promise<void>>();
const waiting: (() => void)[] = [];
let running = 0;

/** Syncs that run or wait for their turn, of all files. */
export const syncsUnderWay = (): readonly Promise<void>[] => [...underWay];

/**
 * Runs work whose commits reach the disk later, so that the event loop never waits for a sync: before a caller acknowledges them
 * to the outside it awaits `onDisk`. A killed process loses nothing either way. Inside a transaction that already runs the work
 * is part of it.
 */
export function withDeferredSync<T>(db: Db, work: () => T): T {
  const disk = diskOf(db.$client);
  const outer = disk.later;
  disk.behind = true;
  disk.later = true;
  try {
    return withSyncNormal(db, work);
  } finally {
    disk.later = outer;
  }
}

/** Whether what is written on this handle right now is synced later. */
export const isSyncDeferred = ({ $client: client }: Db): boolean => disks.get(client)?.later ?? false;

/** Whether something committed on this handle is not on the disk yet. */
export function hasUnsyncedCommits({ $client: client }: Db): boolean {
  const disk = disks.get(client);
  return disk !== undefined && (disk.behind || disk.running !== undefined || disk.next !== undefined);
}

function diskOf(client: Sqlite): Disk {
  const known = disks.get(client);
  if (known) return known;
  const disk = { behind: false, later: false, running: undefined, next: undefined, log: undefined };
  disks.set(client, disk);
  return disk;
}

/**
 * Resolves once everything that `withDeferredSync` has committed on this handle is on the disk; one sync serves all callers. Rejects
 * with the error of the disk.
 */
export function onDisk({ $client: client }: Db): Promise<void> {
  const disk = disks.get(client);
  if (!disk) return Promise.resolve();
  if (!disk.behind) return disk.next ?? disk.running ?? Promise.resolve();
  return disk.next ?? plan(client, disk);
}

/** A sync that begins when the running one of this file has ended and its turn has come. */
function plan(client: Sqlite, disk: Disk): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  disk.next = promise;
  underWay.add(promise);
  const ended = (error: Error | null) => {
    disk.running = undefined;
    underWay.delete(promise);
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
    if (!client.open) closeWal(client);
    if (error) {
      disk.behind = true;
      reject(error);
    } else resolve();
  };
  const begin = () => {
    disk.running = promise;
    disk.next = undefined;
    disk.behind = false;
    syncLog(client, disk, ended);
  };
  const turn = () => {
    if (running >= AT_ONCE) return void waiting.push(begin);
    running += 1;
    begin();
  };
  if (disk.running) disk.running.then(turn, turn);
  else turn();
  return promise;
}

/** SQLite takes no locks on the log itself, so a second descriptor of it may be closed without giving any up. */
function syncLog(client: Sqlite, disk: Disk, ended: (error: Error | null) => void): void {
  try {
    disk.log ??= openSync(`${client.name}-wal`, "r");
  } catch (error) {
    // Closed meanwhile: SQLite has written and synced all of it into the file itself.
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    ended(isGone ? null : (error as Error));
    return;
  }
  fdatasync(disk.log, ended);
}

/** Gives up the descriptor of the log: before the database is closed, or while nothing is written to it. Any time. */
export function closeWal(client: Sqlite): void {
  const disk = disks.get(client);
  if (disk?.log === undefined) return;
  const { log } = disk;
  disk.log = undefined;
  const closed = () => close(log, () => undefined);
  if (disk.running) disk.running.then(closed, closed);
  else closed();
}
