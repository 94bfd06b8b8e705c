import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { openDatabase, prepared, type Sqlite } from "#platform/db/open.ts";
import type { WalEnd } from "#platform/db/ship/capture.ts";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** The bytes of a database file with everything that was committed when it was opened. */
export interface DatabaseReader {
  readonly bytes: number;
  /** Bytes from `at`, at most `length`. */
  read(at: number, length: number): Uint8Array;
  close(): void;
}

/** The bytes of a database file as they were at one end of its WAL. */
export interface PastReader extends DatabaseReader {
  /**
   * False if a checkpoint may have copied later commits into the file: discard everything that was read. Call it after the last
   * `read`.
   */
  isExact(): boolean;
}

/**
 * Reads a database file in use byte for byte: the file itself, and over it the committed pages of its write-ahead log
 * (WAL). A read transaction prevents a restart of the WAL meanwhile. Only for a process that has no other connection to
 * this file: closing a descriptor of it releases SQLite's locks of the whole process.
 */
export function readDatabase(path: string): DatabaseReader {
  return readOver(path, null);
}

/**
 * As `readDatabase`, with the content at `end`, without later commits. The read transaction prevents a restart of the WAL;
 * `isExact` returns false if a checkpoint copied later commits meanwhile. Everything up to `end` must be acknowledged, because
 * checkpoints copy acknowledged commits only.
 */
export function readDatabaseAt(path: string, end: WalEnd): PastReader {
  const reader = readOver(path, end);
  const { ino } = statSync(path);
  return {
    ...reader,
    isExact: () =>
      reader.copied() <= (reader.salt === end.salt ? end.frame : 0) && statSync(path).ino === ino,
  };
}

interface OverReader extends DatabaseReader {
  /** Salt of the WAL when the file was opened; 0 = it has none. */
  readonly salt: bigint;
  /** How many of its frames were copied into the file; infinite if the WAL was restarted meanwhile. */
  copied(): number;
}

function readOver(path: string, end: WalEnd | null): OverReader {
  const pin = openDatabase(path, { durability: "normal", readonly: true });
  pin.exec("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1");
  const wal = readWal(path, end);
  const file = openSync(path, "r");
  const close = () => {
    pin.exec("ROLLBACK");
    pin.close();
    wal.close();
    closeSync(file);
  };
  const header = new Uint8Array(100);
  readAt(file, header, 0);
  const view = new DataView(header.buffer);
  const stored = view.getUint16(16);
  const pageSize = stored === 1 ? 65_536 : stored;
  const bytes = wal.pageCount > 0 ? wal.pageCount * wal.pageSize : fstatSync(file).size;
  return {
    bytes,
    read(at, length) {
      const size = wal.pageSize || pageSize;
      const piece = new Uint8Array(Math.min(length, bytes - at));
      readAt(file, piece, at);
      for (let page = Math.floor(at / size) + 1; (page - 1) * size < at + piece.length; page += 1) {
        const image = wal.page(page);
        if (!image) continue;
        const place = (page - 1) * size - at;
        const from = Math.max(0, -place);
        piece.set(image.subarray(from, Math.min(image.length, piece.length - place)), place + from);
      }
      return piece;
    },
    salt: wal.salt,
    copied: wal.copied,
    close,
  };
}

interface Wal {
  /** 0 = there is no WAL, or it is empty. */
  readonly salt: bigint;
  /** Frames that were copied into the database file; infinite if the WAL was restarted. */
  copied(): number;
  /** Pages of the database after the last commit; 0 = the WAL is empty. */
  readonly pageCount: number;
  readonly pageSize: number;
  /** The newest committed image of a page; undefined = the file has it. */
  page(number: number): Uint8Array | undefined;
  close(): void;
}

const NO_PAGES = { pageCount: 0, pageSize: 0, page: () => undefined } as const;

/**
 * The frames that SQLite reports as committed, at most up to `end`; none when the WAL began after `end`. A writer may restart a
 * checkpointed WAL between two reads; the WAL is then read again.
 */
function readWal(path: string, end: WalEnd | null): Wal {
  let file: number;
  try {
    file = openSync(`${path}-wal`, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const copied = () => (existsSync(`${path}-wal`) ? Number.POSITIVE_INFINITY : 0);
    return { ...NO_PAGES, salt: 0n, copied, close: () => undefined };
  }
  const db = openDatabase(path, { durability: "normal", readonly: true });
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  const salt = (): bigint => (readAt(file, header, 0) < HEADER_BYTES ? 0n : view.getBigUint64(16));
  let before: bigint;
  let frames: number;
  do {
    before = salt();
    frames = checkpointState(db).log;
  } while (salt() !== before);
  if (end) frames = end.salt === before ? Math.min(frames, end.frame) : 0;
  const pageSize = view.getUint32(8);
  const close = () => {
    db.close();
    closeSync(file);
  };
  const opened = before;
  const copied = () => {
    const { checkpointed } = checkpointState(db);
    return salt() === opened ? checkpointed : Number.POSITIVE_INFINITY;
  };
  if (before === 0n || frames <= 0) return { ...NO_PAGES, salt: before, copied, close };
  const size = FRAME_HEADER_BYTES + pageSize;
  const places = new Map<number, number>();
  const head = new Uint8Array(FRAME_HEADER_BYTES);
  const headView = new DataView(head.buffer);
  let pageCount = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const at = HEADER_BYTES + frame * size;
    if (readAt(file, head, at) < FRAME_HEADER_BYTES || headView.getBigUint64(8) !== before) break;
    places.set(headView.getUint32(0), at + FRAME_HEADER_BYTES);
    pageCount = headView.getUint32(4) || pageCount;
  }
  return {
    salt: before,
    copied,
    pageCount,
    pageSize,
    page(number) {
      const at = places.get(number);
      if (at === undefined) return undefined;
      const image = new Uint8Array(pageSize);
      readAt(file, image, at);
      return image;
    },
    close,
  };
}

interface CheckpointState {
  /** Committed frames. */
  readonly log: number;
  /** Frames that were copied into the database file. */
  readonly checkpointed: number;
}

const checkpointState = (db: Sqlite): CheckpointState =>
  (prepared(db, "PRAGMA wal_checkpoint(NOOP)").get() as CheckpointState | undefined) ?? {
    log: 0,
    checkpointed: 0,
  };

/** Reads as much as there is; returns the number of bytes. */
function readAt(file: number, into: Uint8Array, position: number): number {
  let read = 0;
  while (read < into.length) {
    const got = readSync(file, into, read, into.length - read, position + read);
    if (got === 0) break;
    read += got;
  }
  return read;
}
