import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from "@whiskeysockets/baileys";

export type { BinaryNode };

/** The server's own address as Baileys expects it in `from` and `to` (empty user). */
export const SERVER = "@s.whatsapp.net";

type Attribute = string | number | null | undefined;

/** Builds a stanza; attributes that are null or undefined are omitted. */
export function node(
  tag: string,
  attrs: Readonly<Record<string, Attribute>> = {},
  content?: BinaryNode[] | Uint8Array | string,
): BinaryNode {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attrs)) {
    if (value !== null && value !== undefined) kept[name] = String(value);
  }
  return content === undefined ? { tag, attrs: kept } : { tag, attrs: kept, content };
}

export function child(parent: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return getBinaryNodeChild(parent, tag);
}

export function children(parent: BinaryNode | undefined, tag: string): BinaryNode[] {
  return getBinaryNodeChildren(parent, tag);
}

/** All child stanzas of any tag. */
export function allChildren(parent: BinaryNode | undefined): BinaryNode[] {
  return Array.isArray(parent?.content) ? parent.content : [];
}

/** The bytes inside a stanza, or inside its child `tag`. */
export function bytesOf(parent: BinaryNode | undefined, tag?: string): Uint8Array | undefined {
  const content = (tag === undefined ? parent : child(parent, tag))?.content;
  if (content instanceof Uint8Array) return content;
  return typeof content === "string" ? Buffer.from(content) : undefined;
}

/** Big-endian number of at most 4 bytes. */
export function readNumber(bytes: Uint8Array | undefined): number {
  return bytes?.reduce((sum, byte) => sum * 256 + byte, 0) ?? 0;
}

export function writeNumber(value: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}
