import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { scheduleCheckpoint, waitForCheckpoint } from "#platform/db/checkpoint/checkpoints.ts";
import type { Observer } from "#platform/db/durability/local.ts";
import type { Sqlite } from "#platform/db/open.ts";
import type { Capture, ShippedPages, ShippedPath, WalEnd } from "./capture.ts";
import { filesOfFolder, type MovedFolder, takeClosed } from "./closed-files.ts";
import { createFileCapture, type FileCapture } from "./file-capture.ts";
import { keepWal } from "./keep-wal.ts";
import { mergePages } from "./merge-pages.ts";
import { createStoredBarrier } from "./stored-barrier.ts";
import { createStoredFiles, type StoredFiles } from "./stored-files.ts";

export interface ShipperOptions {
  /** The data directory; all paths are relative to it. */
  readonly directory: string;
  /** Files that the log contains already, and up to where. Others are captured whole when they are opened. */
  readonly known: ReadonlyMap<ShippedPath, WalEnd>;
  readonly now: () => number;
}

/**
 * Collects what was committed, file by file. One per process, on the main thread, made before the first file is opened:
 * from then on checkpoints of its files copy only what is acknowledged.
 */
export interface Shipper extends Observer {
  /** Calls the listener whenever there is something to capture. */
  watch(listener: () => void): void;
  /** Pages of commits of a thread; the thread posts them directly after each commit. */
  frames(pages: ShippedPages): void;
  /**
   * Call it when a small file that carries state was written, a file or folder was removed, or a folder was moved into place. A
   * path that exists is captured with everything in it; a path that does not exist is removed from the copies.
   */
  changed(path: ShippedPath): void;
  /**
   * As `changed` for a folder that was moved into place and of which nothing is open: its databases are read and captured in
   * pieces, and `stored`, which resolves when everything captured so far is stored, is awaited between them. Resolves when the log
   * has all of it. Rejects with the error of `stored`, and when the folder is changed meanwhile: the log then has whole databases only.
   */
  placed(path: ShippedPath, stored: () => Promise<void>): Promise<void>;
  /** Everything since the last call; undefined when nothing was committed. Synchronous. */
  capture(): Capture | undefined;
  /** Committed frames that no capture has, for metrics. Reads the end of the log of each file with new commits. */
  waitingFrames(): number;
  /** Whether there may be something to capture. */
  readonly isDirty: boolean;
  /**
   * Up to where a file is captured; a thread that opens the file continues there. Undefined when the file is not in the log.
   */
  endOf(path: ShippedPath): WalEnd | undefined;
  /**
   * Everything captured so far is stored: checkpoints may copy it, and the WALs of files that were closed meanwhile are checkpointed.
   */
  acknowledged(): void;
  /** Nothing will be acknowledged any more: files that are still open are never checkpointed by this process. */
  end(): void;
}

interface State extends ShipperOptions {
  readonly open: Map<Sqlite, { readonly path: ShippedPath; readonly file: FileCapture }>;
  readonly ends: Map<ShippedPath, WalEnd>;
  readonly dirty: Set<Sqlite>;
  readonly pages: Map<ShippedPath, ShippedPages>;
  readonly small: Set<ShippedPath>;
  readonly deleted: Set<ShippedPath>;
  /** Identity of each file, so that a file that was replaced while it was closed is taken whole. */
  readonly identities: Map<ShippedPath, string>;
  readonly stored: StoredFiles;
  /** Keep the WAL of closed files until their last commits are acknowledged. */
  readonly keepers: (() => void)[];
  isCapturing: boolean;
}

/** See `Shipper`. Files are known by their handle from `opened` until `closing`. */
export function createShipper(options: ShipperOptions): Shipper {
  const state: State = {
    ...options,
    open: new Map(),
    ends: new Map(options.known),
    dirty: new Set(),
    pages: new Map(),
    small: new Set(),
    deleted: new Set(),
    identities: new Map(),
    stored: createStoredFiles(options.directory),
    keepers: [],
    isCapturing: false,
  };
  const { open, ends, dirty, pages, small, deleted, keepers, identities } = state;
  for (const path of ends.keys()) identities.set(path, identityOf(join(options.directory, path)));
  let changed = (): void => undefined;
  const isDirty = () => dirty.size + pages.size + small.size + deleted.size > 0;
  const barrier = createStoredBarrier({ knows: (client) => open.has(client), isDirty });
  return {
    watch(listener) {
      changed = listener;
    },
    committed(client) {
      // Reading the end of the log counts as a statement that may have committed.
      if (state.isCapturing) return;
      dirty.add(client);
      changed();
      // SQLite itself does not checkpoint files whose commits are observed.
      if (open.has(client)) scheduleCheckpoint(client);
    },
    opened(client) {
      const path = relative(options.directory, client.name);
      const identity = identityOf(client.name);
      if (state.stored.opened(path) || identities.get(path) !== identity) ends.delete(path);
      identities.set(path, identity);
      open.set(client, { path, file: createFileCapture({ path, client, from: ends.get(path) }) });
      dirty.add(client);
      changed();
    },
    closing(client) {
      const known = open.get(client);
      if (!known) return;
      waitForCheckpoint(client);
      take(state, client);
      // The last connection that closes would checkpoint frames that are not acknowledged.
      keepers.push(keepWal(client.name));
      known.file.close();
      open.delete(client);
      dirty.delete(client);
    },
    frames(arrived) {
      add(state, arrived);
      changed();
    },
    changed(path) {
      noteChange(state, path);
      changed();
    },
    async placed(path, stored) {
      await storePlaced(state, path, stored, () => changed());
    },
    capture() {
      const taken = capture(state);
      barrier.captured(taken === undefined);
      return taken;
    },
    waitingFrames: () => waitingFrames(state),
    get isDirty() {
      return isDirty();
    },
    endOf: (path) => ends.get(path),
    end: barrier.end,
    acknowledged() {
      barrier.stored();
      if (keepers.length > 0 && pages.size === 0) for (const release of keepers.splice(0)) release();
    },
  };
}

/** Changes when a file is replaced by another one. An inode alone may be used again. */
function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : "";
}

function noteChange(state: State, path: ShippedPath): void {
  for (const one of noteFiles(state, path)) {
    const taken = takeClosed(state.directory, one);
    if (!taken) continue;
    add(state, taken);
    state.identities.set(one, identityOf(join(state.directory, one)));
  }
}

async function storePlaced(
  state: State,
  path: ShippedPath,
  stored: () => Promise<void>,
  changed: () => void,
): Promise<void> {
  const databases = noteFiles(state, path);
  changed();
  for (const one of databases) {
    state.identities.set(one, identityOf(join(state.directory, one)));
    await state.stored.store(one, {
      add(piece) {
        add(state, piece);
        changed();
      },
      stored,
      remove() {
        forgetBelow(state, one);
        changed();
      },
    });
  }
  await stored();
}

/** Notes that everything at a path was removed or replaced; returns the databases that are there now and not open. */
function noteFiles(state: State, path: ShippedPath): MovedFolder["databases"] {
  const { directory, small, open } = state;
  const found = statSync(join(directory, path), { throwIfNoEntry: false });
  // The next capture reads the content of a small file.
  if (found?.isFile() && !path.endsWith(".sqlite")) {
    small.add(path);
    return [];
  }
  forgetBelow(state, path);
  if (!found) return [];
  const { databases, smallFiles } = found.isDirectory()
    ? filesOfFolder(directory, path)
    : { databases: [path], smallFiles: [] };
  for (const one of smallFiles) small.add(one);
  const isOpen = new Set([...open.values()].map((known) => known.path));
  return databases.filter((one) => !isOpen.has(one));
}

/** The next capture removes everything at this path. */
function forgetBelow({ small, ends, pages, deleted, stored }: State, path: ShippedPath): void {
  const isBelow = (other: string) => other === path || other.startsWith(`${path}/`);
  for (const map of [ends, pages]) for (const key of map.keys()) if (isBelow(key)) map.delete(key);
  for (const key of small) if (isBelow(key)) small.delete(key);
  deleted.add(path);
  stored.changed(path);
}

function add({ pages, ends }: State, taken: ShippedPages): void {
  const earlier = pages.get(taken.path);
  pages.set(taken.path, earlier ? mergePages(earlier, taken) : taken);
  ends.set(taken.path, taken.wal);
}

/** Takes the commits of one open file, outside of a transaction. */
function take(state: State, client: Sqlite): void {
  const known = state.open.get(client);
  if (!known) return;
  state.isCapturing = true;
  try {
    const taken = known.file.take();
    if (taken) add(state, taken);
  } finally {
    state.isCapturing = false;
  }
}

function waitingFrames(state: State): number {
  let frames = 0;
  for (const { numbers } of state.pages.values()) frames += numbers.length;
  state.isCapturing = true;
  try {
    for (const client of state.dirty)
      if (!client.inTransaction) frames += state.open.get(client)?.file.waiting() ?? 0;
  } finally {
    state.isCapturing = false;
  }
  return frames;
}

function capture(state: State): Capture | undefined {
  const { dirty, pages, small, deleted, directory } = state;
  for (const client of dirty) {
    // An open transaction is captured after its commit.
    if (client.inTransaction) continue;
    take(state, client);
    dirty.delete(client);
  }
  if (pages.size + small.size + deleted.size === 0) return undefined;
  const smallFiles = [];
  for (const path of small) {
    const name = join(directory, path);
    if (existsSync(name))
      smallFiles.push({ path, mode: statSync(name).mode & 0o777, bytes: readFileSync(name) });
    else deleted.add(path);
  }
  const taken = { capturedAtMs: state.now(), files: [...pages.values()], smallFiles, deleted: [...deleted] };
  pages.clear();
  small.clear();
  deleted.clear();
  return taken;
}
