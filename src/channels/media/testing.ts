import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { Mp3Encoder } from "@breezystack/lamejs";

/** Generated sample files for tests, and a temporary directory. */

/** A temporary directory for a test file; call `remove` in `afterAll`. */
export function scratchDirectory(): {
  readonly path: string;
  file(name: string, content: string | Uint8Array): Promise<string>;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), "balcao-media-"));
  return {
    path,
    async file(name, content) {
      const file = join(path, `${crypto.randomUUID()}-${name}`);
      await Bun.write(file, content);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** An uncompressed 24-bit picture of one colour. */
function bitmap(width: number, height: number): Uint8Array {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height, 0x80);
  bytes.fill(0, 0, 54);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

export const png = (width = 4, height = 3) => new Bun.Image(bitmap(width, height)).png().bytes();
export const jpeg = (width = 4, height = 3) => new Bun.Image(bitmap(width, height)).jpeg().bytes();
export const webp = (width = 4, height = 3) => new Bun.Image(bitmap(width, height)).webp().bytes();

/** A PNG of a few kilobytes that claims `side` × `side` pixels. */
export function pixelFlood(side: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(Bun.hash.crc32(typed), 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A zip archive of stored entries. */
export function zip(entries: Readonly<Record<string, string>>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt32LE(Bun.hash.crc32(content), 10);
    header.writeUInt32LE(content.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), header, Buffer.from(name), content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), header, place, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** An old Office container whose root entry has this class id (hex). */
export function compoundFile(classId = "00".repeat(16)): Uint8Array {
  const bytes = Buffer.alloc(1536);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  bytes.writeUInt16LE(0x003e, 24);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  Buffer.from("Root Entry", "utf16le").copy(bytes, 1024);
  Buffer.from(classId, "hex").copy(bytes, 1024 + 80);
  return bytes;
}

/** A tone as browsers record it: MP3 at 128 kbit/s. */
export function recording(seconds: number, rate = 44_100, hertz = 440, channels: 1 | 2 = 1): Uint8Array {
  const encoder = new Mp3Encoder(channels, rate, 128);
  const samples = tone(seconds, rate, hertz).map((sample) => sample * 16_000);
  const pcm = Int16Array.from(samples);
  const parts = [
    channels === 1 ? encoder.encodeBuffer(pcm) : encoder.encodeBuffer(pcm, pcm),
    encoder.flush(),
  ];
  return Buffer.concat(parts.map((part) => new Uint8Array(part)));
}

export function tone(seconds: number, rate: number, hertz: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * index) / rate),
  );
}

/** Strength of one frequency in the samples: 1 for a full tone, 0 for none (Goertzel). */
export function strengthOf(samples: Float32Array, rate: number, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let before = 0;
  let last = 0;
  for (const sample of samples) {
    const now = sample + turn * last - before;
    before = last;
    last = now;
  }
  return (2 * Math.sqrt(last * last + before * before - turn * last * before)) / samples.length;
}
