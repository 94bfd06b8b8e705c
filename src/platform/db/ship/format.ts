import type { BatchSeal } from "./seal.ts";

/**
 * The messages of the log. A message group has one body (one zstd stream) cut into parts; each part has this header:
 * `u8 kind, u8 format, u16 part, u16 parts, u32 epoch, u64 number, u64 previous chain, u64 chain`, little endian, and
 * 6 zero bytes, reserved (docs/rules/cluster.md#batches).
 */
export const HEADER_BYTES = 40;
/** Longest message, bytes: NATS accepts 1 MB with its own headers. */
export const MAX_PART_BYTES = 900_000;
const FORMAT = 1;
const MAX_PARTS = 65_535;

/** `batch`: changed pages and files. `marker`: first message of a new owner. `notice`: information for standbys (JSON). */
export type Kind = "batch" | "marker" | "notice";
const KINDS: readonly (Kind | undefined)[] = [undefined, "batch", "marker", "notice"];

/** Place of a message group in the chain of all message groups of a cell. */
export interface ChainLink {
  /** Number of the owner's period; each promotion increases it. */
  readonly epoch: number;
  /** Consecutive number of the message group, over all epochs and kinds, from 1. */
  readonly number: number;
  /** Hash of the body, seeded by the `chain` of the message group before it: it covers all earlier groups. */
  readonly chain: bigint;
}

/** The link before the first message group of a cell. */
export const FIRST_LINK: ChainLink = { epoch: 0, number: 0, chain: 0n };

export interface PartHeader extends ChainLink {
  readonly kind: Kind;
  readonly part: number;
  readonly parts: number;
  readonly previousChain: bigint;
}

export interface EncodeOptions {
  readonly epoch: number;
  readonly number: number;
  readonly previousChain: bigint;
  readonly seal: BatchSeal;
}

/** One encoded message group. */
export interface Encoded extends ChainLink {
  readonly kind: Kind;
  /** In the order in which they are appended; each has at most `MAX_PART_BYTES`. */
  readonly parts: readonly Uint8Array[];
  /** `epoch:number:part`: the id by which the log recognises a repeated append. */
  id(part: number): string;
}

/** Which rule of the chain a message breaks. `version`: none, but a newer program wrote it; `key`: none, but this node has another key. */
export type ChainFault =
  | "version"
  | "key"
  | "format"
  | "gap"
  | "repeated"
  | "epoch"
  | "chain"
  | "body"
  | "installation";

/** A reader must not apply this message or anything after it: it stops, reports it, and makes a new copy. */
export class BrokenChain extends Error {
  readonly fault: ChainFault;
  constructor(fault: ChainFault, detail: string) {
    super(`the log cannot be applied (${fault}): ${detail}`);
    this.name = "BrokenChain";
    this.fault = fault;
  }
}

/** Hash of a body, seeded by its place and the previous hash. The kind is part of the seed, because nothing else protects it. */
export function chainOf(body: Uint8Array, kind: Kind, link: Omit<EncodeOptions, "seal">): bigint {
  const seed =
    link.previousChain ^ BigInt(link.epoch) ^ BigInt(link.number) ^ (BigInt(KINDS.indexOf(kind)) << 56n);
  return Bun.hash.xxHash64(body, seed);
}

const COMPRESSION = { level: 1 } as const;
/** From this size on the hand-over to a thread costs less than the compression, bytes. */
const BESIDE_BYTES = 32 * 1024;

/** Compresses, seals and cuts a body into the messages of one group. Throws RangeError for more than 59 GB. */
export function encodeMessage(kind: Kind, plain: Uint8Array, options: EncodeOptions): Encoded {
  return sealMessage(kind, Bun.zstdCompressSync(plain, COMPRESSION), options);
}

/** As `encodeMessage`; a large body is compressed by a thread, a small one at once. `plain` must not change meanwhile. */
export function encodeBeside(
  kind: Kind,
  plain: Uint8Array<ArrayBuffer>,
  options: EncodeOptions,
): Encoded | Promise<Encoded> {
  if (plain.length < BESIDE_BYTES) return encodeMessage(kind, plain, options);
  return Bun.zstdCompress(plain, COMPRESSION).then((compressed) => sealMessage(kind, compressed, options));
}

function sealMessage(kind: Kind, compressed: Uint8Array, options: EncodeOptions): Encoded {
  const { epoch, number, previousChain, seal } = options;
  const body = seal.seal(compressed, { kind, epoch, number });
  const chain = chainOf(body, kind, options);
  const room = MAX_PART_BYTES - HEADER_BYTES;
  const count = Math.max(1, Math.ceil(body.length / room));
  if (count > MAX_PARTS) throw new RangeError(`a batch of ${body.length} bytes has too many parts`);
  const parts = Array.from({ length: count }, (_, part) => {
    const piece = body.subarray(part * room, (part + 1) * room);
    const message = new Uint8Array(HEADER_BYTES + piece.length);
    writeHeader(message, { kind, part, parts: count, epoch, number, previousChain, chain });
    message.set(piece, HEADER_BYTES);
    return message;
  });
  return { kind, epoch, number, chain, parts, id: (part) => `${epoch}:${number}:${part}` };
}

function writeHeader(target: Uint8Array, header: PartHeader): void {
  const view = new DataView(target.buffer, target.byteOffset);
  view.setUint8(0, KINDS.indexOf(header.kind));
  view.setUint8(1, FORMAT);
  view.setUint16(2, header.part, true);
  view.setUint16(4, header.parts, true);
  view.setUint32(6, header.epoch, true);
  view.setBigUint64(10, BigInt(header.number), true);
  view.setBigUint64(18, header.previousChain, true);
  view.setBigUint64(26, header.chain, true);
}

/** Reads the header of a message. Throws BrokenChain when it is not one that this program understands. */
export function readHeader(message: Uint8Array): PartHeader {
  if (message.length < HEADER_BYTES) throw new BrokenChain("format", `${message.length} bytes`);
  const view = new DataView(message.buffer, message.byteOffset);
  const kind = KINDS[view.getUint8(0)];
  const format = view.getUint8(1);
  const isReserved = view.getUint32(34, true) !== 0 || view.getUint16(38, true) !== 0;
  if (format > FORMAT) throw new BrokenChain("version", `format ${format}: a newer program wrote it`);
  if (!kind || format !== FORMAT || isReserved)
    throw new BrokenChain("format", `kind ${view.getUint8(0)}, format ${format}`);
  return {
    kind,
    part: view.getUint16(2, true),
    parts: view.getUint16(4, true),
    epoch: view.getUint32(6, true),
    number: Number(view.getBigUint64(10, true)),
    previousChain: view.getBigUint64(18, true),
    chain: view.getBigUint64(26, true),
  };
}
