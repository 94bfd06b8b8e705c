/** Changed blocks of a file on their way to the target: for each one its offset, its length, and its bytes. */

export const BLOCK_BYTES = 65_536;
/** Blocks are sent when they have this many bytes. */
export const BATCH_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 12;

export interface Block {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** SHA-256 of one block. */
export const digestOf = (bytes: Uint8Array): Uint8Array =>
  new Bun.CryptoHasher("sha256").update(bytes).digest();

/** SHA-256 over the digests of all blocks of a file, in hex: equal for equal files. */
export const rootOf = (digests: readonly Uint8Array[]): string =>
  new Bun.CryptoHasher("sha256").update(Buffer.concat(digests)).digest("hex");

export const blocksIn = (size: number): number => Math.ceil(size / BLOCK_BYTES);

export function packBlocks(blocks: readonly Block[]): Uint8Array {
  const size = blocks.reduce((sum, { bytes }) => sum + HEAD_BYTES + bytes.length, 0);
  const packed = Buffer.alloc(size);
  let at = 0;
  for (const { offset, bytes } of blocks) {
    packed.writeBigUInt64LE(BigInt(offset), at);
    packed.writeUInt32LE(bytes.length, at + 8);
    packed.set(bytes, at + HEAD_BYTES);
    at += HEAD_BYTES + bytes.length;
  }
  return packed;
}

/** Throws a RangeError for bytes that `packBlocks` did not make. */
export function* unpackBlocks(packed: Uint8Array): Generator<Block> {
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at < view.length; ) {
    const offset = Number(view.readBigUInt64LE(at));
    const length = view.readUInt32LE(at + 8);
    const bytes = view.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
    if (bytes.length !== length) throw new RangeError("a block is cut off");
    yield { offset, bytes };
    at += HEAD_BYTES + length;
  }
}
