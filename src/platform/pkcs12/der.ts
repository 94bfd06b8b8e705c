/** One value of ASN.1 as it lies in a file. */
export interface Node {
  /** First byte: class, whether it is made of others, number. */
  readonly tag: number;
  /** With tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

export const TAG = { integer: 0x02, bytes: 0x04, oid: 0x06, sequence: 0x30, explicit0: 0xa0 } as const;
const MADE_OF_OTHERS = 0x20;
/** Deeper than any of these files. */
const DEEPEST = 30;

/** What was read is not ASN.1, or not what it should be. */
export class DerError extends Error {
  override readonly name = "DerError";
}

/** The value at the beginning of the bytes; lengths may be left open (BER), as some programs write them. Throws DerError. */
export function readNode(bytes: Buffer, depth = 0): Node {
  const [tag, first] = [bytes[0], bytes[1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > DEEPEST)
    throw new DerError();
  if (first === 0x80) return openNode(bytes, tag, depth);
  const lengthBytes = first > 0x80 ? first - 0x80 : 0;
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes) throw new DerError();
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const start = 2 + lengthBytes;
  if (start + length > bytes.length) throw new DerError();
  return { tag, whole: bytes.subarray(0, start + length), content: bytes.subarray(start, start + length) };
}

/** One that ends with two zeros. */
function openNode(bytes: Buffer, tag: number, depth: number): Node {
  let at = 2;
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) at += readNode(bytes.subarray(at), depth + 1).whole.length;
  return { tag, whole: bytes.subarray(0, at + 2), content: bytes.subarray(2, at) };
}

/** The values a value is made of. Throws DerError. */
export function childrenOf({ tag, content }: Node): readonly Node[] {
  if ((tag & MADE_OF_OTHERS) === 0) throw new DerError();
  const found: Node[] = [];
  for (let at = 0; at < content.length; ) {
    const node = readNode(content.subarray(at));
    found.push(node);
    at += node.whole.length;
  }
  return found;
}

/** The value at this place among the children, of this kind. Throws DerError. */
export function childAt(node: Node, at: number, tag: number): Node {
  const child = childrenOf(node)[at];
  if (child?.tag !== tag) throw new DerError();
  return child;
}

/** Bytes of an octet string, also of one in pieces, whatever its tag is; those below it are put together. */
export function bytesOf(node: Node): Buffer {
  return (node.tag & MADE_OF_OTHERS) === 0 ? node.content : Buffer.concat(childrenOf(node).map(bytesOf));
}

/** A whole number below 2^31. Throws DerError. */
export function numberOf({ tag, content }: Node): number {
  if (tag !== TAG.integer || content.length < 1 || content.length > 4) throw new DerError();
  return content.readIntBE(0, content.length);
}

/** `1.2.840.113549.1.7.1`. Throws DerError. */
export function oidOf({ tag, content }: Node): string {
  const [head] = content;
  if (tag !== TAG.oid || head === undefined) throw new DerError();
  const arcs = [Math.min(Math.floor(head / 40), 2)];
  arcs.push(head - (arcs[0] ?? 0) * 40);
  let arc = 0;
  for (const byte of content.subarray(1)) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  return arcs.join(".");
}
