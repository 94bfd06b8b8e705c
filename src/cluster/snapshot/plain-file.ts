import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { DatabaseReader } from "./read-database.ts";

/**
 * Reads a file as it is on the disk, without SQLite: for the copy of a standby, in which no database is open. Pages may change
 * while it is read; the batches of that time repair them. Bytes behind an end that moved forward meanwhile are zero.
 */
export function readPlainFile(path: string): DatabaseReader {
  const file = openSync(path, "r");
  const bytes = fstatSync(file).size;
  return {
    bytes,
    read(at, length) {
      const piece = new Uint8Array(Math.min(length, bytes - at));
      for (let read = 0; read < piece.length; ) {
        const got = readSync(file, piece, read, piece.length - read, at + read);
        if (got === 0) break;
        read += got;
      }
      return piece;
    },
    close: () => closeSync(file),
  };
}
