import { createHash } from "node:crypto";

/** What bytes are derived for (RFC 7292, appendix B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

export interface Derivation {
  readonly hash: string;
  /** As `passwordBytes` makes it. */
  readonly password: Buffer;
  readonly salt: Buffer;
  readonly iterations: number;
}

/** A password as PKCS#12 reads it: two bytes a sign and two zeros at the end. */
export function passwordBytes(password: string): Buffer {
  return Buffer.from(`${password}\0`, "utf16le").swap16();
}

/** Bytes out of a password (RFC 7292, appendix B.2). */
export function derive(
  { hash, password, salt, iterations }: Derivation,
  purpose: number,
  length: number,
): Buffer {
  const block = hash === "sha384" || hash === "sha512" ? 128 : 64;
  const mark = Buffer.alloc(block, purpose);
  const input = Buffer.concat([filled(salt, block), filled(password, block)]);
  const out: Buffer[] = [];
  for (let made = 0; made < length; ) {
    let piece = createHash(hash).update(mark).update(input).digest();
    for (let round = 1; round < iterations; round += 1) piece = createHash(hash).update(piece).digest();
    out.push(piece);
    made += piece.length;
    const more = BigInt(`0x${repeated(piece, block).toString("hex")}`) + 1n;
    for (let at = 0; at < input.length; at += block) add(input.subarray(at, at + block), more);
  }
  return Buffer.concat(out).subarray(0, length);
}

/** Repeated until it fills whole blocks; nothing stays nothing. */
const filled = (bytes: Buffer, block: number): Buffer =>
  repeated(bytes, block * Math.ceil(bytes.length / block));
const repeated = (bytes: Buffer, length: number): Buffer =>
  length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, bytes);

/** Adds to a number of as many bytes as the block has; what is carried beyond goes. */
function add(block: Buffer, more: bigint): void {
  const sum = BigInt(`0x${block.toString("hex")}`) + more;
  const digits = block.length * 2;
  block.write(sum.toString(16).padStart(digits, "0").slice(-digits), "hex");
}
