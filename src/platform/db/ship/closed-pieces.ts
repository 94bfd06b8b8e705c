import { statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { INCOMPLETE, type ShippedPages, type ShippedPath } from "./capture.ts";
import { takeClosed } from "./closed-files.ts";
import { NO_WAL } from "./file-capture.ts";

/** Most bytes of pages that are read and put into one batch: some milliseconds of the main thread. */
export const PIECE_BYTES = 1024 * 1024;

/** Descriptors of files that were opened while they were read. Closing one would release the locks of SQLite in this process. */
const kept: FileHandle[] = [];

/**
 * A whole database file that no handle of this process has open, in pieces of at most `PIECE_BYTES`. Page 1 comes last, and every
 * piece before it has the end `INCOMPLETE`: no program takes some pieces for a database. `isClosed`: no handle has the file open
 * yet. Throws SQLite's error for a damaged file.
 */
export async function* piecesOf(
  directory: string,
  path: ShippedPath,
  isClosed: () => boolean,
): AsyncGenerator<ShippedPages, void> {
  const name = join(directory, path);
  const { pageSize, pageCount } = fold(name);
  const isFolded = (statSync(`${name}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (!isFolded || pageCount === 0) {
    const taken = takeClosed(directory, path);
    if (taken) yield taken;
    return;
  }
  const most = Math.max(1, Math.floor(PIECE_BYTES / pageSize));
  const file = await open(name, "r");
  try {
    for (let first = 2; ; first += most) {
      const left = pageCount + 1 - first;
      const isLast = left < most;
      const numbers = Uint32Array.from({ length: isLast ? left + 1 : most }, (_, index) =>
        isLast ? (index === 0 ? 1 : first + index - 1) : first + index,
      );
      const images = Buffer.allocUnsafe(numbers.length * pageSize);
      const begin = isLast ? pageSize : 0;
      if (isLast) await read(file, images.subarray(0, begin), 0);
      await read(file, images.subarray(begin), (first - 1) * pageSize);
      const wal = isLast ? NO_WAL : INCOMPLETE;
      yield { path, isWhole: first === 2, pageSize, pageCount, wal, numbers, images };
      if (isLast) return;
    }
  } finally {
    if (isClosed()) await file.close();
    else kept.push(file);
  }
}

/** Copies the write-ahead log into the file, unless another connection has it open. */
function fold(name: string): { readonly pageSize: number; readonly pageCount: number } {
  const client = new Database(name, { fileMustExist: true });
  try {
    client.pragma("wal_checkpoint(TRUNCATE)");
    const [pageSize, pageCount] = ["page_size", "page_count"].map((what) =>
      Number(client.pragma(what, { simple: true })),
    );
    return { pageSize: pageSize ?? 0, pageCount: pageCount ?? 0 };
  } finally {
    client.close();
  }
}

async function read(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await file.read(into, at, into.length - at, position + at);
    if (bytesRead === 0) throw new Error("the file became shorter while it was read");
    at += bytesRead;
  }
}
