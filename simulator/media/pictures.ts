/** A small real JPEG of one colour. */
export async function tinyJpeg(red = 200, green = 120, blue = 60, side = 48): Promise<Uint8Array> {
  return new Bun.Image(bitmap(side, side, () => [red, green, blue])).jpeg().bytes();
}

/** An uncompressed BMP painted pixel by pixel; `Bun.Image` turns it into any format. */
export function bitmap(
  width: number,
  height: number,
  paint: (x: number, y: number) => readonly [number, number, number],
): Uint8Array {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + rowBytes * height);
  bytes.write("BM", 0, "latin1");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = paint(x, height - 1 - y);
      bytes.set([blue, green, red], 54 + y * rowBytes + x * 3);
    }
  }
  return bytes;
}
