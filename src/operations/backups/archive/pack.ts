import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { asRefusal, BackupError } from "./errors.ts";

/** Size and hash of a stream. */
export interface Measured {
  readonly size: number;
  readonly sha256: string;
}

/** Limit of the unpacked size (against decompression bombs), and a progress callback. */
export interface Flow {
  readonly atMost?: number;
  readonly onBytes?: (bytes: number) => void;
}

function meter({ atMost = Number.POSITIVE_INFINITY, onBytes }: Flow = {}): {
  readonly stream: Transform;
  readonly result: () => Measured;
} {
  const hash = createHash("sha256");
  let size = 0;
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      if (size > atMost) return done(new BackupError("is longer than stated in the manifest"));
      onBytes?.(piece.length);
      done(null, piece);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest("hex") }) };
}

/** Compresses a file as a stream; returns size and hash of the plain content. */
export async function pack(from: string, to: string): Promise<Measured> {
  const { stream, result } = meter();
  await pipeline(
    createReadStream(from),
    stream,
    createZstdCompress(),
    createWriteStream(to, { mode: 0o600 }),
  );
  return result();
}

/**
 * Decompresses to disk; returns size and hash. Throws BackupError when the content is larger than `atMost` or the
 * disk is full.
 */
export const unpack = (from: Readable, to: string, flow?: Flow): Promise<Measured> =>
  written([from, createZstdDecompress()], to, flow);

/** Copies a stream onto the disk. Throws BackupError when it is larger than `atMost` or the disk is full. */
export const copyMeasured = (from: Readable, to: string, flow?: Flow): Promise<Measured> =>
  written([from], to, flow);

async function written(
  source: readonly [Readable, ...Transform[]],
  to: string,
  flow?: Flow,
): Promise<Measured> {
  const { stream, result } = meter(flow);
  try {
    await pipeline([...source, stream, createWriteStream(to, { mode: 0o600 })]);
    await sync(to);
  } catch (error) {
    throw asRefusal(error, to);
  }
  return result();
}

/** Size and hash of a stream that is not stored. */
export async function measure(from: Readable): Promise<Measured> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of from) {
    hash.update(piece as Buffer);
    size += (piece as Buffer).length;
  }
  return { size, sha256: hash.digest("hex") };
}

export const measureFile = (path: string): Promise<Measured> => measure(createReadStream(path));

/** Syncs a file, so that its content survives a power cut. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
