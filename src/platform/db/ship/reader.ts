import { type Marker, type Notice, readCapture } from "./batch.ts";
import type { Capture } from "./capture.ts";
import { BrokenChain, type ChainLink, chainOf, HEADER_BYTES, type PartHeader, readHeader } from "./format.ts";
import type { BatchSeal } from "./seal.ts";

/** A complete message group of the log. */
export type Batch = ChainLink &
  (
    | { readonly kind: "batch"; readonly capture: Capture }
    | { readonly kind: "marker"; readonly marker: Marker }
    | { readonly kind: "notice"; readonly notice: Notice }
  );

export interface ReaderOptions {
  /** The last message group that was applied. */
  readonly position: ChainLink;
  readonly seal: BatchSeal;
  /** Only a log of this installation is read; absent: a log of any installation. */
  readonly installation?: string;
}

export interface Reader {
  /** Takes the next message; returns the message group that it completes. Throws BrokenChain. */
  read(part: Uint8Array): Batch | undefined;
  /** The last complete message group. */
  readonly position: ChainLink;
}

interface Group {
  readonly header: PartHeader;
  readonly pieces: Uint8Array[];
}

/**
 * Reads the messages of a log in their order and checks that none is missing, repeated, changed or of an earlier
 * epoch. Parts without their last part are dropped at the next marker: their owner could not append the rest.
 */
export function createReader({ position: start, seal, installation }: ReaderOptions): Reader {
  let position = start;
  let group: Group | undefined;

  const complete = ({ header, pieces }: Group): Batch => {
    const body = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    if (chainOf(body, header.kind, header) !== header.chain)
      throw new BrokenChain("body", `batch ${header.number} was changed`);
    const batch = decode(header, open(body, header, seal));
    if (batch.kind === "marker" && installation && batch.marker.installation !== installation)
      throw new BrokenChain("installation", `it belongs to ${batch.marker.installation}`);
    position = { epoch: header.epoch, number: header.number, chain: header.chain };
    return batch;
  };

  return {
    get position() {
      return position;
    },
    read(part) {
      const header = readHeader(part);
      const isNewEpoch = header.kind === "marker" && header.part === 0 && header.epoch > position.epoch;
      if (isNewEpoch && group && header.epoch > group.header.epoch) group = undefined;
      check(header, position, group);
      group ??= { header, pieces: [] };
      group.pieces.push(part.subarray(HEADER_BYTES));
      if (group.pieces.length < header.parts) return undefined;
      const whole = group;
      group = undefined;
      return complete(whole);
    },
  };
}

/** Throws BrokenChain unless this part follows the position, or the parts of its group. */
function check(header: PartHeader, position: ChainLink, group: Group | undefined): void {
  const place = `batch ${header.epoch}:${header.number}:${header.part} after ${position.epoch}:${position.number}`;
  if (header.epoch < position.epoch) throw new BrokenChain("epoch", place);
  const isRightEpoch =
    header.kind === "marker" ? header.epoch > position.epoch : header.epoch === position.epoch;
  if (header.number <= position.number) throw new BrokenChain("repeated", place);
  if (!isRightEpoch) throw new BrokenChain("epoch", place);
  if (header.number > position.number + 1) throw new BrokenChain("gap", place);
  const expected = group?.pieces.length ?? 0;
  if (header.part !== expected) throw new BrokenChain(header.part < expected ? "repeated" : "gap", place);
  if (header.previousChain !== position.chain) throw new BrokenChain("chain", place);
  if (header.parts <= header.part) throw new BrokenChain("format", place);
  if (group && !isSameGroup(group.header, header)) throw new BrokenChain("chain", place);
}

const isSameGroup = (one: PartHeader, other: PartHeader): boolean =>
  one.kind === other.kind &&
  one.epoch === other.epoch &&
  one.parts === other.parts &&
  one.chain === other.chain;

function open(body: Uint8Array, header: PartHeader, seal: BatchSeal): Uint8Array {
  const plain = seal.open(body, header);
  try {
    return Bun.zstdDecompressSync(plain);
  } catch {
    throw new BrokenChain("body", `batch ${header.number} cannot be decompressed`);
  }
}

function decode({ kind, epoch, number, chain }: PartHeader, body: Uint8Array): Batch {
  const link = { epoch, number, chain };
  if (kind === "batch") return { ...link, kind, capture: readCapture(body) };
  const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
  if (kind === "marker") return { ...link, kind, marker: value as Marker };
  return { ...link, kind, notice: value as Notice };
}
