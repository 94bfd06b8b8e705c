import { inflateRawSync } from "node:zlib";

/** Maximum unpacked size, bytes: enough for a real workbook of 50,000 rows; a decompression bomb is larger. */
const MOST_BYTES = 120 * 1024 * 1024;
const MOST_ENTRIES = 1000;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** `sheet`: an .xlsx workbook with true sizes; `other`: another archive, or a damaged one. */
export type ZipVerdict = "sheet" | "other" | "too_large";

/**
 * Checks an archive before it is unpacked as a whole: names, declared sizes, and each part unpacked alone
 * against its declared size, so that a false size is found before memory runs out.
 */
export function checkZip(file: Uint8Array): ZipVerdict {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const entries = directoryOf(view, file);
  if (!entries) return "other";
  if (!entries.some(({ name }) => name === "xl/workbook.xml")) return "other";
  if (entries.length > MOST_ENTRIES) return "too_large";
  if (entries.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) return "too_large";
  return entries.every((entry) => isHonest(view, file, entry)) ? "sheet" : "too_large";
}

function directoryOf(view: DataView, file: Uint8Array): Entry[] | null {
  const end = endOf(view);
  if (end < 0) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) return null;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number];
    entries.push({
      name: new TextDecoder().decode(file.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** The end record is at the end of the file, before a comment of at most 64 kB. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 66_000; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}

function isHonest(view: DataView, file: Uint8Array, { method, packed, size, offset }: Entry): boolean {
  if (offset + 30 > view.byteLength) return false;
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > view.byteLength) return false;
  if (method === STORED) return packed === size;
  if (method !== DEFLATED) return false;
  try {
    const unpacked = inflateRawSync(file.subarray(start, start + packed), { maxOutputLength: size + 1 });
    return unpacked.length === size;
  } catch {
    return false;
  }
}
