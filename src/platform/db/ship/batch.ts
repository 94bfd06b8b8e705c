import type { Capture, ShippedFile, ShippedPages } from "./capture.ts";
import { BrokenChain, type Encoded, type EncodeOptions, encodeBeside, encodeMessage } from "./format.ts";

/** Encodes a capture as the message group of a batch. */
export function encodeBatch(capture: Capture, options: EncodeOptions): Encoded {
  return encodeMessage("batch", writeCapture(capture), options);
}

/** As `encodeBatch`; a large capture is compressed by a thread, a small one at once. */
export function encodeBatchBeside(capture: Capture, options: EncodeOptions): Encoded | Promise<Encoded> {
  return encodeBeside("batch", writeCapture(capture), options);
}

/** First message of a new owner, which has applied everything before it in the log. */
export interface Marker {
  /** Id of the installation; a log of another one is refused. */
  readonly installation: string;
  readonly cell: number;
  readonly node: string;
  /** When it was made, ms since 1970, for display. */
  readonly atMs: number;
}

export function encodeMarker(marker: Marker, options: EncodeOptions): Encoded {
  return encodeMessage("marker", Buffer.from(JSON.stringify(marker)), options);
}

/** Information of the owner for its standbys, for example its schema version or hashes of files. */
export type Notice = Readonly<Record<string, unknown>> & { readonly type: string };

export function encodeNotice(notice: Notice, options: EncodeOptions): Encoded {
  return encodeMessage("notice", Buffer.from(JSON.stringify(notice)), options);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A capture as bytes: counts and lengths are u32, little endian. */
function writeCapture(capture: Capture): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const numbers = (...values: number[]) => pieces.push(new Uint8Array(new Uint32Array(values).buffer));
  const bytes = (value: Uint8Array) => {
    numbers(value.length);
    pieces.push(value);
  };
  pieces.push(new Uint8Array(new Float64Array([capture.capturedAtMs]).buffer));
  numbers(capture.files.length, capture.smallFiles.length, capture.deleted.length);
  for (const file of capture.files) {
    bytes(encoder.encode(file.path));
    numbers(file.isWhole ? 1 : 0, file.pageSize, file.pageCount, file.wal.frame);
    pieces.push(new Uint8Array(new BigUint64Array([file.wal.salt]).buffer));
    numbers(file.numbers.length);
    pieces.push(new Uint8Array(file.numbers.buffer, file.numbers.byteOffset, file.numbers.byteLength));
    pieces.push(file.images);
  }
  for (const file of capture.smallFiles) {
    bytes(encoder.encode(file.path));
    numbers(file.mode);
    bytes(file.bytes);
  }
  for (const path of capture.deleted) bytes(encoder.encode(path));
  return Buffer.concat(pieces);
}

/** Undoes `writeCapture`. Throws BrokenChain("body") for bytes that are not a capture. */
export function readCapture(body: Uint8Array): Capture {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (length > body.length - at)
      throw new BrokenChain("body", "a batch is shorter than its stored lengths");
    at += length;
    return body.subarray(at - length, at);
  };
  const number = (): number => {
    take(4);
    return view.getUint32(at - 4, true);
  };
  const path = (): string => safePath(decoder.decode(take(number())));
  take(8);
  const capturedAtMs = view.getFloat64(at - 8, true);
  const counts = [number(), number(), number()];
  const times = <T>(count: number | undefined, one: () => T): T[] => Array.from({ length: count ?? 0 }, one);
  const files = times(counts[0], (): ShippedPages => {
    const name = path();
    const [isWhole, pageSize, pageCount, frame] = [number() === 1, number(), number(), number()];
    take(8);
    const salt = view.getBigUint64(at - 8, true);
    const count = number();
    // A copy, because the bytes of a body are not aligned.
    const listed = new Uint32Array(new Uint8Array(take(count * 4)).buffer);
    return {
      path: name,
      isWhole,
      pageSize,
      pageCount,
      wal: { salt, frame },
      numbers: listed,
      images: take(count * pageSize),
    };
  });
  const smallFiles = times(counts[1], (): ShippedFile => {
    const name = path();
    return { path: name, mode: number(), bytes: take(number()) };
  });
  const deleted = times(counts[2], path);
  return { capturedAtMs, files, smallFiles, deleted };
}

/** Throws BrokenChain for a path that could lead outside the data directory. */
function safePath(path: string): string {
  const isSafe = path !== "" && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isSafe || path.includes("\0") || path.includes("\\")) throw new BrokenChain("body", "an unsafe path");
  return path;
}
