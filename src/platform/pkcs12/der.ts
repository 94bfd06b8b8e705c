import forge from "node-forge";

/** One value of ASN.1, as node-forge parses it. */
export type Node = forge.asn1.Asn1;

/** Identifier octet: class, constructed flag and number. */
export const TAG = { integer: 0x02, bytes: 0x04, oid: 0x06, sequence: 0x30, explicit0: 0xa0 } as const;
const CONSTRUCTED = 0x20;
/** Maximum nesting; PKCS#12 files need less. */
const MAX_DEPTH = 30;

/** The bytes are not ASN.1, or not the structure expected. */
export class DerError extends Error {
  override readonly name = "DerError";
}

/**
 * The value at the beginning of the bytes; indefinite lengths (BER) are read too, because some programs write them.
 * Throws for anything that is not ASN.1.
 */
export function readNode(bytes: Buffer): Node {
  const options = { parseAllBytes: false, decodeBitStrings: false, maxDepth: MAX_DEPTH };
  // The published types only know the older form with one flag.
  return forge.asn1.fromDer(bytes.toString("latin1"), options as unknown as boolean);
}

/** The bytes of a value with tag and length. */
export const derOf = (node: Node): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), "latin1");

export const tagOf = ({ tagClass, constructed, type }: Node): number =>
  tagClass | type | (constructed ? CONSTRUCTED : 0);

/** The parts of a constructed value. Throws DerError. */
export function childrenOf({ value }: Node): readonly Node[] {
  if (typeof value === "string") throw new DerError();
  return value;
}

/** The child at this index, which must have this tag. Throws DerError. */
export function childAt(node: Node, at: number, tag: number): Node {
  const child = childrenOf(node)[at];
  if (!child || tagOf(child) !== tag) throw new DerError();
  return child;
}

/** Bytes of an octet string with any tag; the pieces of a constructed one are concatenated. */
export const bytesOf = ({ value }: Node): Buffer =>
  typeof value === "string" ? Buffer.from(value, "latin1") : Buffer.concat(value.map(bytesOf));

/** An integer below 2^31. Throws DerError. */
export function numberOf(node: Node): number {
  const bytes = bytesOf(node);
  if (tagOf(node) !== TAG.integer || bytes.length < 1 || bytes.length > 4) throw new DerError();
  return bytes.readIntBE(0, bytes.length);
}

/** `1.2.840.113549.1.7.1`. Throws DerError. */
export function oidOf(node: Node): string {
  const bytes = bytesOf(node);
  if (tagOf(node) !== TAG.oid || bytes.length === 0) throw new DerError();
  return forge.asn1.derToOid(bytes.toString("latin1"));
}
