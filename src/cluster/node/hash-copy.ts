import { existsSync } from "node:fs";
import { join } from "node:path";
import { hashPiece, type Piece, type PieceHash } from "#cluster/snapshot/pieces.ts";
import { readPlainFile } from "#cluster/snapshot/plain-file.ts";

/**
 * The hashes of pieces of a copy, in which no database is open, while nothing is applied to it. Null when the signal ended it. A file
 * that is missing has no hash.
 */
export async function hashCopy(
  directory: string,
  pieces: readonly Piece[],
  signal: AbortSignal,
): Promise<readonly PieceHash[] | null> {
  const hashes: PieceHash[] = [];
  for (const piece of pieces) {
    const name = join(directory, piece.path);
    if (!existsSync(name)) continue;
    const file = readPlainFile(name);
    try {
      const reading = hashPiece(file, piece);
      let step = reading.next();
      for (; !step.done; step = reading.next()) {
        // Heartbeats, the lease and a takeover go on meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return null;
      }
      hashes.push(step.value);
    } finally {
      file.close();
    }
  }
  return hashes;
}
