import { close, fdatasync, openSync } from "node:fs";
import type { Db } from "#platform/db/database.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { withSyncNormal } from "./sync-mode.ts";

/** Sync state of one database file. */
interface Disk {
  /** Commits were made after the last sync began. */
  behind: boolean;
  /** True inside `withDeferredSync`. */
  later: boolean;
  /** The running sync. */
  running: Promise<void> | undefined;
  /** The next sync, which has not begun: it includes all commits until its start. */
  next: Promise<void> | undefined;
  /** Descriptor of the write-ahead log: opening and closing it for each sync costs more than the sync. */
  log: number | undefined;
}

/**
 * Maximum number of concurrent syncs of all companies. More would not make the disk faster, but would occupy the
 * threads that also read files; a waiting sync collects further commits of its company.
 */
const AT_ONCE = 4;

const disks = new WeakMap<Sqlite, Disk>();
const underWay = new Set<Promise<void>>();
const waiting: (() => void)[] = [];
let running = 0;

/** Syncs of all files that run or wait. */
export const syncsUnderWay = (): readonly Promise<void>[] => [...underWay];

/**
 * Runs work whose commits are synced later, so that the event loop never waits for a sync: before a caller
 * acknowledges them to the outside it awaits `Durability.durable`. A killed process loses nothing either way. Inside a running
 * transaction the work is part of it.
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

/** Whether commits on this handle are currently synced later. */
export const isSyncDeferred = ({ $client: client }: Db): boolean => disks.get(client)?.later ?? false;

/** Whether a commit on this handle is not synced yet. */
export function hasUnsyncedCommits(client: Sqlite): boolean {
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
 * Resolves once every commit that `withDeferredSync` made on this handle is synced; one sync serves all callers.
 * Rejects with the error of the disk.
 */
export function syncToDisk(client: Sqlite): Promise<void> {
  const disk = disks.get(client);
  if (!disk) return Promise.resolve();
  if (!disk.behind) return disk.next ?? disk.running ?? Promise.resolve();
  return disk.next ?? plan(client, disk);
}

/** Schedules a sync after the running one of this file, when fewer than the maximum run. */
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

/**
 * Syncs the WAL through a second descriptor. Closing that one releases no locks, because SQLite takes none on the
 * WAL.
 */
function syncLog(client: Sqlite, disk: Disk, ended: (error: Error | null) => void): void {
  try {
    disk.log ??= openSync(`${client.name}-wal`, "r");
  } catch (error) {
    // The database was closed meanwhile: SQLite has written and synced the WAL into the file.
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    ended(isGone ? null : (error as Error));
    return;
  }
  fdatasync(disk.log, ended);
}

/**
 * Closes the descriptor of the WAL: before the database is closed, or while nothing is written to it. Safe at any
 * time.
 */
export function closeWal(client: Sqlite): void {
  const disk = disks.get(client);
  if (disk?.log === undefined) return;
  const { log } = disk;
  disk.log = undefined;
  const closed = () => close(log, () => undefined);
  if (disk.running) disk.running.then(closed, closed);
  else closed();
}
