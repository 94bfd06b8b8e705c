const HEADER_BYTES = 54;

/** A small real JPEG of one colour. */
export async function tinyJpeg(red = 200, green = 120, blue = 60, side = 48): Promise<Uint8Array> {
  const rgb = new Uint8Array(side * side * 3).map((_, index) => [red, green, blue][index % 3] ?? 0);
  return new Bun.Image(bitmap(side, side, rgb)).jpeg().bytes();
}

/** An uncompressed BMP of red-green-blue pixels, row by row from the top; `Bun.Image` turns it into any format. */
export function bitmap(width: number, height: number, rgb: Uint8Array): Uint8Array {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(HEADER_BYTES + rowBytes * height);
  bytes.write("BM", 0, "latin1");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(HEADER_BYTES, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    const row = HEADER_BYTES + (height - 1 - y) * rowBytes;
    for (let index = 0; index < width * 3; index += 3) {
      const from = y * width * 3 + index;
      bytes[row + index] = rgb[from + 2] ?? 0;
      bytes[row + index + 1] = rgb[from + 1] ?? 0;
      bytes[row + index + 2] = rgb[from] ?? 0;
    }
  }
  return bytes;
}
