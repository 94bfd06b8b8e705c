import { once } from "node:events";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { crc32, createDeflateRaw } from "node:zlib";

/** Format version that supports deflate. */
const VERSION = 20;
const DEFLATE = 8;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1980-01-01, the earliest date of the format. The real time is not needed, because it is in the text of the report. */
const DAY = 0x21;

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/**
 * Writes a ZIP file (APPNOTE 6.3, without ZIP64: less than 4 GB), one compressed entry after the other. `client-zip` cannot
 * compress, and a spreadsheet shrinks to a tenth.
 */
export class ZipFile {
  readonly #file: number;
  readonly #entries: Entry[] = [];
  #at = 0;

  constructor(path: string) {
    this.#file = openSync(path, "w", 0o600);
  }

  /** Adds an entry; only pieces of it are in memory. */
  async add(name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
    const offset = this.#at;
    const names = Buffer.from(name);
    const head = headOf(names, { crc: 0, packed: 0, size: 0 });
    this.#write(head);
    const begin = this.#at;
    let crc = 0;
    let size = 0;
    const deflate = createDeflateRaw({ level: 4 });
    deflate.on("data", (data: Buffer) => this.#write(data));
    for await (const piece of pieces) {
      const data = Buffer.from(piece);
      crc = crc32(data, crc);
      size += data.length;
      if (!deflate.write(data)) await once(deflate, "drain");
    }
    const ended = once(deflate, "end");
    deflate.end();
    await ended;
    const entry = { name: names, offset, crc, packed: this.#at - begin, size };
    // The header is written again, because the sizes are known only now.
    writeSync(this.#file, headOf(names, entry), 0, head.length, offset);
    this.#entries.push(entry);
  }

  /** Writes the directory of the entries and closes the file, synced. */
  close(): void {
    const begin = this.#at;
    for (const entry of this.#entries) this.#write(directoryEntry(entry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#at - begin, 12);
    end.writeUInt32LE(begin, 16);
    this.#write(end);
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  #write(data: Buffer): void {
    for (let written = 0; written < data.length; )
      written += writeSync(this.#file, data, written, data.length - written, this.#at + written);
    this.#at += data.length;
  }
}

type Sizes = Pick<Entry, "crc" | "packed" | "size">;

function headOf(name: Buffer, sizes: Sizes): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  writeCommon(head, 4, name, sizes);
  return Buffer.concat([head, name]);
}

function directoryEntry({ name, offset, ...sizes }: Entry): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  writeCommon(entry, 6, name, sizes);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

/** Writes the fields that a local header and a directory entry have in common, in the same order. */
function writeCommon(record: Buffer, at: number, name: Buffer, { crc, packed, size }: Sizes): void {
  record.writeUInt16LE(VERSION, at);
  record.writeUInt16LE(FLAGS, at + 2);
  record.writeUInt16LE(DEFLATE, at + 4);
  record.writeUInt16LE(DAY, at + 8);
  record.writeUInt32LE(crc, at + 10);
  record.writeUInt32LE(packed, at + 14);
  record.writeUInt32LE(size, at + 18);
  record.writeUInt16LE(name.length, at + 22);
}
