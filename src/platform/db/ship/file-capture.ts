import { closeSync, openSync, readSync } from "node:fs";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import type { ShippedPages, ShippedPath, WalEnd } from "./capture.ts";

/** Reads the commits of one open database file out of its write-ahead log (WAL). */
export interface FileCapture {
  /** The pages of all commits since the last call; undefined when there are none. Synchronous. */
  take(): ShippedPages | undefined;
  /** Committed frames that are not captured yet. */
  waiting(): number;
  /** Up to where the file is captured. */
  readonly end: WalEnd;
  /** Closes the descriptor of the WAL. It releases no lock, because SQLite takes none on the WAL. */
  close(): void;
}

export interface FileCaptureOptions {
  readonly path: ShippedPath;
  /** The handle that writes the file. */
  readonly client: Sqlite;
  /** Up to where the file was captured before. Absent for a file that is not in the log yet, which is captured whole. */
  readonly from?: WalEnd | undefined;
}

/** A completely checkpointed file: its WAL is empty. */
export const NO_WAL: WalEnd = { salt: 0n, frame: 0 };

const HEADER = 32;
const FRAME_HEADER = 24;
const CHECKPOINT_NOTHING = "PRAGMA wal_checkpoint(NOOP)";

/** Thrown inside when the WAL does not continue what was captured; the file is then taken whole. */
class Discontinued extends Error {}

/**
 * Follows the WAL of one file. SQLite reports which frames are committed; the frames themselves are read by `pread`.
 * When frames are missing, because a checkpoint restarted the WAL before they were captured, the whole file is taken.
 */
export function createFileCapture({ path, client, from }: FileCaptureOptions): FileCapture {
  let end = from ?? NO_WAL;
  let isKnown = from !== undefined;
  // A WAL created by another connection has random salts: only salts seen here can be compared.
  let isFollowed = false;
  let descriptor: number | undefined;

  const readAt = (length: number, position: number): Buffer => {
    descriptor ??= openSync(`${client.name}-wal`, "r");
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const got = readSync(descriptor, bytes, read, length - read, position + read);
      if (got === 0) throw new Discontinued("the WAL is shorter than its index");
      read += got;
    }
    return bytes;
  };
  const takeWhole = (): ShippedPages | undefined => {
    const frames = committedFrames(client);
    const salt = frames > 0 ? readAt(HEADER, 0).readBigUInt64BE(16) : 0n;
    const images = client.serialize();
    // Nothing was written to it yet.
    if (images.length === 0) return undefined;
    const pageSize = pageSizeOf(images);
    const pageCount = images.length / pageSize;
    end = { salt, frame: frames };
    isKnown = true;
    isFollowed = salt !== 0n;
    const numbers = Uint32Array.from({ length: pageCount }, (_, index) => index + 1);
    return { path, isWhole: true, pageSize, pageCount, wal: end, numbers, images, commits: 1 };
  };
  const takeFrames = (): ShippedPages | undefined => {
    const frames = committedFrames(client);
    if (frames <= 0) return undefined;
    const header = readAt(HEADER, 0);
    const salt = header.readBigUInt64BE(16);
    const isSame = salt === end.salt;
    if (!isSame && isFollowed && !isNextSalt(end.salt, salt))
      throw new Discontinued("the WAL restarted more than once");
    const first = isSame ? end.frame : 0;
    if (frames < first) throw new Discontinued("the WAL became shorter");
    if (frames === first) return undefined;
    const pageSize = header.readUInt32BE(8);
    const size = FRAME_HEADER + pageSize;
    const bytes = readAt((frames - first) * size, HEADER + first * size);
    const pages = pagesOf(bytes, pageSize, salt);
    end = { salt, frame: frames };
    isFollowed = true;
    return { path, isWhole: false, pageSize, wal: end, ...pages };
  };

  return {
    take() {
      if (!isKnown) return takeWhole();
      try {
        return takeFrames();
      } catch (error) {
        if (!(error instanceof Discontinued)) throw error;
        return takeWhole();
      }
    },
    waiting() {
      const frames = committedFrames(client);
      return frames < end.frame ? frames : frames - end.frame;
    },
    get end() {
      return end;
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

const committedFrames = (client: Sqlite): number =>
  (prepared(client, CHECKPOINT_NOTHING).get() as { log: number } | undefined)?.log ?? 0;

/** SQLite increments the first word of the salt at each restart of a WAL. */
function isNextSalt(before: bigint, after: bigint): boolean {
  return Number(after >> 32n) === (Number(before >> 32n) + 1) % 2 ** 32;
}

/** Page size in the header of a database file; 1 means 65,536. */
function pageSizeOf(image: Buffer): number {
  const size = image.readUInt16BE(16);
  return size === 1 ? 65_536 : size;
}

/** The last image of each page in these frames, without pages behind the end of the database. */
function pagesOf(
  frames: Buffer,
  pageSize: number,
  salt: bigint,
): Pick<ShippedPages, "pageCount" | "numbers" | "images" | "commits"> {
  const size = FRAME_HEADER + pageSize;
  const last = new Map<number, number>();
  let [pageCount, commits] = [0, 0];
  for (let at = 0; at < frames.length; at += size) {
    if (frames.readBigUInt64BE(at + 8) !== salt) throw new Discontinued("a frame of another WAL");
    last.set(frames.readUInt32BE(at), at + FRAME_HEADER);
    // Zero in all frames of a commit but the last.
    pageCount = frames.readUInt32BE(at + 4);
    if (pageCount > 0) commits += 1;
  }
  if (pageCount === 0) throw new Discontinued("the last frame is not a commit");
  const numbers = Uint32Array.from([...last.keys()].filter((page) => page <= pageCount)).sort();
  const images = Buffer.allocUnsafe(numbers.length * pageSize);
  numbers.forEach((page, index) => {
    const from = last.get(page) ?? 0;
    frames.copy(images, index * pageSize, from, from + pageSize);
  });
  return { pageCount, numbers, images, commits };
}
