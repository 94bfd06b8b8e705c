import type { ShippedPath, WalEnd } from "#platform/db/ship/capture.ts";
import type { DatabaseReader } from "./read-database.ts";

/** Largest part of a database file that is compared at once, bytes: a standby applies nothing while it reads it. */
export const PIECE_BYTES = 64 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;

/** A part of a database file: at most `PIECE_BYTES` from `at`. */
export interface Piece {
  readonly path: ShippedPath;
  /** Bytes. */
  readonly at: number;
}

/** A piece of the owner's file, as it was at this end of its WAL. */
export interface PieceAtEnd extends Piece {
  readonly end: WalEnd;
}

export interface PieceHash extends Piece {
  /** SHA-256 in hex. */
  readonly hash: string;
  /** The file ends in this piece. */
  readonly isLast: boolean;
}

export const keyOf = ({ path, at }: Piece): string => `${path} ${at}`;

/** The hash of a piece, 1 MB at a time: the caller decides what happens between two reads. */
export function* hashPiece(file: DatabaseReader, { path, at }: Piece): Generator<void, PieceHash> {
  const hasher = new Bun.CryptoHasher("sha256");
  const end = Math.min(at + PIECE_BYTES, file.bytes);
  for (let place = at; place < end; place += READ_BYTES) {
    hasher.update(file.read(place, Math.min(READ_BYTES, end - place)));
    yield;
  }
  return { path, at, hash: hasher.digest("hex"), isLast: end >= file.bytes };
}
