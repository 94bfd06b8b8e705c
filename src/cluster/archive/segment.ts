import { ArchiveError } from "./objects.ts";

/**
 * A segment is an object of the archive: parts of batches in their order, each behind `u32 length, f64 capturedAtMs`,
 * little endian. Batches are sealed; lengths and times are not.
 */
export interface SegmentEntry {
  /** When the batch of this part was captured, ms since 1970. */
  readonly capturedAtMs: number;
  readonly part: Uint8Array;
}

const HEADER_BYTES = 12;

export function encodeEntry({ capturedAtMs, part }: SegmentEntry): Uint8Array {
  const entry = new Uint8Array(HEADER_BYTES + part.length);
  const view = new DataView(entry.buffer);
  view.setUint32(0, part.length, true);
  view.setFloat64(4, capturedAtMs, true);
  entry.set(part, HEADER_BYTES);
  return entry;
}

/** The entries of a segment. Throws ArchiveError for an incomplete one. */
export function* readSegment(bytes: Uint8Array): Generator<SegmentEntry> {
  const complete = completeBytes(bytes);
  if (complete !== bytes.length) throw new ArchiveError("a segment of the archive is incomplete");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at, true);
    const capturedAtMs = view.getFloat64(at + 4, true);
    yield { capturedAtMs, part: bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length) };
    at += HEADER_BYTES + length;
  }
}

/** Bytes of the complete entries at the beginning: a power cut may have torn the last one. */
export function completeBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + HEADER_BYTES <= bytes.length) {
    const next = at + HEADER_BYTES + view.getUint32(at, true);
    if (next > bytes.length) break;
    at = next;
  }
  return at;
}
