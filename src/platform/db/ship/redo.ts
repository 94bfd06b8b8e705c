import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Capture, ShippedFile, ShippedPages, ShippedPath, WalEnd } from "./capture.ts";
import { type Position, syncFile, writePosition } from "./position.ts";
import type { Batch } from "./reader.ts";

/** Applies message groups to the files of a directory in which no SQLite handle is open. */
export interface Redo {
  /** Writes the pages and files of the next group. `sequence`: of its last message. Synchronous; no sync to disk. */
  apply(batch: Batch, sequence: number): void;
  /** Syncs the changed files, then moves the stored position to what was applied before the call. */
  sync(): Promise<void>;
  /**
   * The position up to which everything is applied, maybe not synced yet. After a crash redo repeats from the stored position.
   */
  position(): Position;
  /**
   * Files that the log contains and this directory does not have. Changed pages of such a file are not written, because the rest
   * of the file would be zeros. A later batch may remove the file or bring all of it; otherwise only a new copy has it.
   */
  readonly missing: ReadonlySet<ShippedPath>;
  /**
   * Goes back to the stored position, after a failed sync: the system may have dropped the unwritten pages, and a second sync
   * would succeed without them. Everything behind that position is applied again.
   */
  rewind(): void;
  /** Closes its descriptors; without `sync` the stored position stays. */
  close(): void;
}

/** Maximum number of open files; a cell has thousands. */
const DESCRIPTORS = 256;
/** Syncs in parallel. */
const SYNCS = 4;

interface State {
  readonly directory: string;
  readonly descriptors: Map<ShippedPath, number>;
  readonly ends: Map<ShippedPath, WalEnd>;
  readonly missing: Set<ShippedPath>;
  /** Absolute paths of files and folders to sync. */
  unsynced: Set<string>;
}

/**
 * Continues behind a position: of the directory itself, or of the snapshot that it was made from. `missing`: files of that position
 * that the directory does not have.
 */
export function createRedo(directory: string, start: Position, missing: readonly ShippedPath[] = []): Redo {
  const state: State = {
    directory,
    descriptors: new Map(),
    ends: new Map(start.files),
    missing: new Set(missing),
    unsynced: new Set(),
  };
  let applied: Omit<Position, "files"> = start;
  let stored = start;
  let syncing: Promise<void> | undefined;

  const position = (): Position => ({ ...applied, files: new Map(state.ends) });
  const syncNow = async (): Promise<void> => {
    const reached = position();
    const paths = state.unsynced;
    state.unsynced = new Set();
    try {
      await syncAll(paths);
      await writePosition(directory, reached);
      stored = reached;
    } catch (error) {
      for (const path of paths) state.unsynced.add(path);
      throw error;
    }
  };
  return {
    apply(batch, sequence) {
      if (batch.kind === "batch") applyCapture(state, batch.capture);
      const { epoch, number, chain } = batch;
      applied = { installation: applied.installation, isOwner: false, sequence, epoch, number, chain };
    },
    async sync() {
      await syncing?.catch(() => undefined);
      syncing = syncNow();
      await syncing;
    },
    position,
    missing: state.missing,
    rewind() {
      applied = stored;
      state.ends.clear();
      for (const [path, end] of stored.files) state.ends.set(path, end);
    },
    close() {
      for (const path of [...state.descriptors.keys()]) closeFile(state, path);
    },
  };
}

async function syncAll(paths: ReadonlySet<string>): Promise<void> {
  const waiting = [...paths];
  const one = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await syncFile(path);
  };
  await Promise.all(Array.from({ length: SYNCS }, one));
}

function applyCapture(state: State, { deleted, files, smallFiles }: Capture): void {
  for (const path of deleted) remove(state, path);
  for (const file of files) writePages(state, file);
  for (const file of smallFiles) writeSmall(state, file);
}

function writePages(state: State, file: ShippedPages): void {
  const { path, pageSize, pageCount, numbers, images } = file;
  if (file.isWhole) state.missing.delete(path);
  else if (isMissing(state, path)) return void state.missing.add(path);
  state.ends.set(path, file.wal);
  const descriptor = openFile(state, path);
  if (file.isWhole) {
    // A WAL that an earlier owner left does not belong to the new content.
    for (const suffix of ["-wal", "-shm"]) rmSync(join(state.directory, path + suffix), { force: true });
    ftruncateSync(descriptor, 0);
  }
  // Images of consecutive pages are consecutive, so that each run of pages is one write.
  for (let first = 0; first < numbers.length; ) {
    let next = first + 1;
    while (next < numbers.length && numbers[next] === (numbers[next - 1] ?? 0) + 1) next += 1;
    const place = ((numbers[first] ?? 1) - 1) * pageSize;
    writeAll(descriptor, images.subarray(first * pageSize, next * pageSize), place);
    first = next;
  }
  ftruncateSync(descriptor, pageCount * pageSize);
  state.unsynced.add(join(state.directory, path));
}

/** A new file of a thread is not whole either, but the log did not contain it before. */
const isMissing = ({ missing, ends, descriptors, directory }: State, path: ShippedPath): boolean =>
  missing.has(path) || (ends.has(path) && !descriptors.has(path) && !existsSync(join(directory, path)));

function writeAll(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(descriptor, bytes, at, bytes.length - at, position + at);
}

/** Writes beside the file and renames, so that a reader never finds half of it. */
function writeSmall(state: State, { path, mode, bytes }: ShippedFile): void {
  const name = join(state.directory, path);
  makeFolder(state, dirname(name));
  writeFileSync(`${name}.new`, bytes, { mode });
  renameSync(`${name}.new`, name);
  state.unsynced.add(name).add(dirname(name));
}

function remove(state: State, path: ShippedPath): void {
  const isBelow = (other: string) => other === path || other.startsWith(`${path}/`);
  for (const open of [...state.descriptors.keys()]) if (isBelow(open)) closeFile(state, open);
  for (const known of [...state.ends.keys()]) if (isBelow(known)) state.ends.delete(known);
  for (const lost of [...state.missing]) if (isBelow(lost)) state.missing.delete(lost);
  const name = join(state.directory, path);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(name + suffix, { recursive: true, force: true });
  if (existsSync(dirname(name))) state.unsynced.add(dirname(name));
}

function makeFolder(state: State, folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(state, dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  state.unsynced.add(dirname(folder));
}

function openFile(state: State, path: ShippedPath): number {
  const { descriptors, directory } = state;
  const known = descriptors.get(path);
  if (known !== undefined) {
    // The file used last is the last to be closed.
    descriptors.delete(path);
    descriptors.set(path, known);
    return known;
  }
  const [oldest] = descriptors.keys();
  if (oldest !== undefined && descriptors.size >= DESCRIPTORS) closeFile(state, oldest);
  const name = join(directory, path);
  makeFolder(state, dirname(name));
  const isNew = !existsSync(name);
  const descriptor = openSync(name, isNew ? "w+" : "r+", 0o600);
  if (isNew) state.unsynced.add(dirname(name));
  descriptors.set(path, descriptor);
  return descriptor;
}

function closeFile({ descriptors }: State, path: ShippedPath): void {
  const descriptor = descriptors.get(path);
  descriptors.delete(path);
  if (descriptor !== undefined) closeSync(descriptor);
}
