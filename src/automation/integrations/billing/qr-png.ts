import { deflateSync } from "node:zlib";
import { encode } from "uqr";

/** Pixels per module, and the quiet zone in modules. */
const DOTS = 8;
const EDGE = 3;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A QR code as a black-and-white PNG. */
export function qrPng(text: string): Buffer {
  const { size, data } = encode(text, { ecc: "L", border: EDGE });
  const side = size * DOTS;
  const width = Math.ceil(side / 8);
  const rows = Buffer.alloc((width + 1) * side);
  for (let y = 0; y < side; y += 1) {
    const start = y * (width + 1) + 1;
    rows.fill(0xff, start, start + width);
    const line = data[Math.floor(y / DOTS)] ?? [];
    // A module is eight pixels wide: one byte at one bit per pixel.
    for (const [x, isDark] of line.entries()) if (isDark) rows[start + x] = 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, greyscale.
  header[8] = 1;
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(Bun.hash.crc32(named), named.length + 4);
  return framed;
}
