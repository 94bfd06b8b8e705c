import { createDecipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { bytesOf, childAt, childrenOf, DerError, type Node, numberOf, oidOf, TAG, tagOf } from "./der.ts";

/** Purpose of derived bytes (RFC 7292, appendix B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

interface Derivation {
  readonly hash: string;
  /** As `passwordBytes` encodes it. */
  readonly password: Buffer;
  readonly salt: Buffer;
  readonly iterations: number;
}

/** A password in the encoding of PKCS#12: UTF-16, big endian, with a terminating zero. */
function passwordBytes(password: string): Buffer {
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

/** Cap on the iterations of a key derivation, which bounds CPU time. Usual files have 2,048, some 100,000. */
const MAX_ITERATIONS = 200_000;

interface Cipher {
  readonly name: string;
  readonly keyBytes: number;
  readonly ivBytes: number;
}
/** pbeWithSHAAnd… of PKCS#12 (RFC 7292, appendix C): written by programs from before 2021. */
const PKCS12_PBE: Readonly<Record<string, Cipher>> = {
  "1.2.840.113549.1.12.1.3": { name: "des-ede3-cbc", keyBytes: 24, ivBytes: 8 },
  "1.2.840.113549.1.12.1.4": { name: "des-ede-cbc", keyBytes: 16, ivBytes: 8 },
  "1.2.840.113549.1.12.1.5": { name: "rc2-cbc", keyBytes: 16, ivBytes: 8 },
  "1.2.840.113549.1.12.1.6": { name: "rc2-40-cbc", keyBytes: 5, ivBytes: 8 },
};
/** Ciphers of PBES2 (RFC 8018). */
const PBES2_CIPHERS: Readonly<Record<string, Cipher>> = {
  "2.16.840.1.101.3.4.1.2": { name: "aes-128-cbc", keyBytes: 16, ivBytes: 16 },
  "2.16.840.1.101.3.4.1.22": { name: "aes-192-cbc", keyBytes: 24, ivBytes: 16 },
  "2.16.840.1.101.3.4.1.42": { name: "aes-256-cbc", keyBytes: 32, ivBytes: 16 },
  "1.2.840.113549.3.7": { name: "des-ede3-cbc", keyBytes: 24, ivBytes: 8 },
};
const PBES2 = "1.2.840.113549.1.5.13";
const PBKDF2 = "1.2.840.113549.1.5.12";
const HMAC_SHA1 = "1.2.840.113549.2.7";
const HMACS: Readonly<Record<string, string>> = {
  [HMAC_SHA1]: "sha1",
  "1.2.840.113549.2.8": "sha224",
  "1.2.840.113549.2.9": "sha256",
  "1.2.840.113549.2.10": "sha384",
  "1.2.840.113549.2.11": "sha512",
};

export interface Password {
  readonly text: string;
  /** In the encoding of PKCS#12; an empty password has two encodings. */
  readonly bytes: Buffer;
}
/** The possible encodings of a password. */
export const passwordsOf = (text: string): readonly Password[] => [
  { text, bytes: passwordBytes(text) },
  ...(text === "" ? [{ text, bytes: Buffer.alloc(0) }] : []),
];

/** Decrypts by an algorithm with its parameters. Throws DerError for an unsupported algorithm or too many iterations. */
export function decrypt(algorithm: Node, encrypted: Buffer, password: Password): Buffer {
  const oid = oidOf(childAt(algorithm, 0, TAG.oid));
  const parameters = childAt(algorithm, 1, TAG.sequence);
  const { cipher, key, iv } = oid === PBES2 ? pbes2(parameters, password) : pbe(oid, parameters, password);
  const decipher = createDecipheriv(cipher.name, key, iv);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

interface DerivedKey {
  readonly cipher: Cipher;
  readonly key: Buffer;
  readonly iv: Buffer;
}

function pbe(oid: string, parameters: Node, { bytes }: Password): DerivedKey {
  const cipher = PKCS12_PBE[oid];
  if (!cipher) throw new DerError(`cipher ${oid}`);
  const salt = bytesOf(childAt(parameters, 0, TAG.bytes));
  const from = {
    hash: "sha1",
    password: bytes,
    salt,
    iterations: readIterations(childAt(parameters, 1, TAG.integer)),
  };
  return {
    cipher,
    key: derive(from, PURPOSE.key, cipher.keyBytes),
    iv: derive(from, PURPOSE.iv, cipher.ivBytes),
  };
}

function pbes2(parameters: Node, { text }: Password): DerivedKey {
  const [derivation, scheme] = [childAt(parameters, 0, TAG.sequence), childAt(parameters, 1, TAG.sequence)];
  const [derivationId, cipherId] = [
    oidOf(childAt(derivation, 0, TAG.oid)),
    oidOf(childAt(scheme, 0, TAG.oid)),
  ];
  const cipher = PBES2_CIPHERS[cipherId];
  if (derivationId !== PBKDF2 || !cipher) throw new DerError(`cipher ${cipherId} with ${derivationId}`);
  const pbkdf2 = childAt(derivation, 1, TAG.sequence);
  const prf = childrenOf(pbkdf2).find((child) => tagOf(child) === TAG.sequence);
  const hash = HMACS[prf ? oidOf(childAt(prf, 0, TAG.oid)) : HMAC_SHA1];
  if (hash === undefined) throw new DerError("an unknown hash");
  const salt = bytesOf(childAt(pbkdf2, 0, TAG.bytes));
  const iterations = readIterations(childAt(pbkdf2, 1, TAG.integer));
  return {
    cipher,
    key: pbkdf2Sync(text, salt, iterations, cipher.keyBytes, hash),
    iv: bytesOf(childAt(scheme, 1, TAG.bytes)),
  };
}

/** The iteration count of a key derivation. Throws DerError above `MAX_ITERATIONS`. */
export function readIterations(node: Node): number {
  const count = numberOf(node);
  if (count < 1 || count > MAX_ITERATIONS) throw new DerError(`${count} iterations`);
  return count;
}
