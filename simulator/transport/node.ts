import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from "@whiskeysockets/baileys";
import { encodeNode } from "whatsapp-rust-bridge";
import type { Wire } from "./wire.ts";

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

/** Queries from the server to a client, waiting for the `<iq>` result. */
export class Requests {
  readonly #waiting = new Map<string, (answer: BinaryNode) => void>();
  #next = 1;

  newId(): string {
    return `srv-${this.#next++}`;
  }

  /**
   * Sends an iq and resolves with the client's answer; never resolves if the client disconnects. `before` is sent
   * together with it in one write, which faults do not see.
   */
  ask(wire: Wire, iq: BinaryNode, before?: BinaryNode): Promise<BinaryNode> {
    const id = iq.attrs["id"] ?? this.newId();
    return new Promise((resolve) => {
      this.#waiting.set(`${wire.id}/${id}`, resolve);
      const stanza = { ...iq, attrs: { ...iq.attrs, id } };
      if (before) wire.sendEncoded([encodeNode(before), encodeNode(stanza)]);
      else wire.send(stanza);
    });
  }

  /** True when the stanza is the response to one of our queries. */
  settle(wire: Wire, iq: BinaryNode): boolean {
    const key = `${wire.id}/${iq.attrs["id"]}`;
    const resolve = this.#waiting.get(key);
    this.#waiting.delete(key);
    resolve?.(iq);
    return resolve !== undefined;
  }
}
