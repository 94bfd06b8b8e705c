import { promisify } from "node:util";
import { crc32, deflate, inflateSync } from "node:zlib";

const deflated = promisify(deflate);

/** A picture in memory: 4 bytes per pixel (red, green, blue, alpha), row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BYTES = 4;

/** Reads a PNG of 8 bits, with transparency and not interlaced: what `Bun.Image` writes. Throws for any other. */
export function readPng(file: Uint8Array): Pixels {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (file[24] !== 8 || file[25] !== 6 || file[28] !== 0)
    throw new Error("unsupported PNG: only 8-bit RGBA without interlacing");
  const parts: Uint8Array[] = [];
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (name === "IDAT") parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return { width, height, data: unfiltered(inflateSync(Buffer.concat(parts)), width, height) };
}

/** Each row begins with its filter type: differences to the pixel on the left, above, or both (PNG 9.2). */
function unfiltered(rows: Uint8Array, width: number, height: number): Uint8Array {
  const line = width * BYTES;
  const data = new Uint8Array(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (line + 1)];
    for (let x = 0; x < line; x += 1) {
      const here = y * line + x;
      const left = x >= BYTES ? (data[here - BYTES] ?? 0) : 0;
      const above = y > 0 ? (data[here - line] ?? 0) : 0;
      const corner = x >= BYTES && y > 0 ? (data[here - line - BYTES] ?? 0) : 0;
      data[here] = (rows[y * (line + 1) + 1 + x] ?? 0) + guess(filter, left, above, corner);
    }
  }
  return data;
}

function guess(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const sum = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Encodes the picture as PNG; the compression runs in another thread. */
export async function writePng({ width, height, data }: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  const line = width * BYTES;
  const rows = Buffer.alloc((line + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * line, (y + 1) * line), y * (line + 1) + 1);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(SIGNATURE),
      chunk("IHDR", head),
      chunk("IDAT", await deflated(rows)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

function chunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
