import { closeSync, openSync, readSync, statSync } from "node:fs";
import { BLOCK_BYTES } from "./blocks.ts";

const HEADER_BYTES = 32;
const FRAME_HEAD_BYTES = 24;

/**
 * Blocks of a database file that its write-ahead log (WAL) may change when it is folded, also those of frames that were folded
 * already. Reads only the heads of the frames. Synchronous. Null: the log cannot be read.
 */
export function blocksOfWal(path: string): ReadonlySet<number> | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= HEADER_BYTES) return new Set();
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    if (readSync(file, head, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
    const pageBytes = head.readUInt32BE(8);
    if (pageBytes < 512 || pageBytes > BLOCK_BYTES) return null;
    const blocks = new Set<number>();
    for (let at = HEADER_BYTES; at + FRAME_HEAD_BYTES <= size; at += FRAME_HEAD_BYTES + pageBytes) {
      if (readSync(file, head, 0, FRAME_HEAD_BYTES, at) < FRAME_HEAD_BYTES) return null;
      blocks.add(Math.floor(((head.readUInt32BE(0) - 1) * pageBytes) / BLOCK_BYTES));
    }
    return blocks;
  } finally {
    closeSync(file);
  }
}
