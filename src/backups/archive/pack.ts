import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";

/** What went through: how much, and its hash. */
export interface Measured {
  readonly size: number;
  readonly sha256: string;
}

function meter(): { readonly stream: Transform; readonly result: () => Measured } {
  const hash = createHash("sha256");
  let size = 0;
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      done(null, piece);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest("hex") }) };
}

/** Makes a file smaller, piece by piece; answers what the plain one is. */
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

/** Undoes `pack`, onto the disk; answers what came out. */
export async function unpack(from: Readable, to: string): Promise<Measured> {
  const { stream, result } = meter();
  await pipeline(from, createZstdDecompress(), stream, createWriteStream(to, { mode: 0o600 }));
  await sync(to);
  return result();
}

/** Copies a stream onto the disk. */
export async function keep(from: Readable, to: string): Promise<Measured> {
  const { stream, result } = meter();
  await pipeline(from, stream, createWriteStream(to, { mode: 0o600 }));
  await sync(to);
  return result();
}

/** Hash of a stream that goes nowhere. */
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

/** What was written to a file survives a power cut. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
