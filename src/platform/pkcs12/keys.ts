import { createHash } from "node:crypto";

/** What bytes are derived for (RFC 7292, appendix B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

export interface Derivation {
  readonly hash: string;
  /** As `passwordBytes` encodes it. */
  readonly password: Buffer;
  readonly salt: Buffer;
  readonly iterations: number;
}

/** A password in the encoding of PKCS#12: UTF-16, big endian, with a terminating zero. */
export function passwordBytes(password: string): Buffer {
  return Buffer.from(`${password}\0`, "utf16le").swap16();
}

/**
 * Bytes derived from a password (RFC 7292, appendix B.2). The hashes of the runtime: those of node-forge take 9 s instead of
 * 0.3 s for the most iterations that are accepted.
 */
export function derive(
  { hash, password, salt, iterations }: Derivation,
  purpose: number,
  length: number,
): Buffer {
  const block = hash === "sha384" || hash === "sha512" ? 128 : 64;
  const diversifier = Buffer.alloc(block, purpose);
  const input = Buffer.concat([filled(salt, block), filled(password, block)]);
  const out: Buffer[] = [];
  for (let derived = 0; derived < length; ) {
    let piece = createHash(hash).update(diversifier).update(input).digest();
    for (let round = 1; round < iterations; round += 1) piece = createHash(hash).update(piece).digest();
    out.push(piece);
    derived += piece.length;
    const more = BigInt(`0x${repeated(piece, block).toString("hex")}`) + 1n;
    for (let at = 0; at < input.length; at += block) add(input.subarray(at, at + block), more);
  }
  return Buffer.concat(out).subarray(0, length);
}

/** RFC 7292, appendix B.2: repeated to a multiple of the block size; empty stays empty. */
const filled = (bytes: Buffer, block: number): Buffer =>
  repeated(bytes, block * Math.ceil(bytes.length / block));
const repeated = (bytes: Buffer, length: number): Buffer =>
  length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, bytes);

/** Adds to a number as long as the block, modulo its size. */
function add(block: Buffer, more: bigint): void {
  const sum = BigInt(`0x${block.toString("hex")}`) + more;
  const digits = block.length * 2;
  block.write(sum.toString(16).padStart(digits, "0").slice(-digits), "hex");
}
