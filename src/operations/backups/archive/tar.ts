import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { companyFolder, mediaFolder } from "#operations/backups/run/runs.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { BackupError } from "./errors.ts";

/** Reads an archive of one company: `manifest.json`, `company.sqlite.zst`, `media/2026-11/…`. */
export interface ArchiveReader {
  /** Throws BackupError when there is no such file in it. */
  read(name: string): Promise<Readable>;
}

/** The archive of a company inside a backup. */
export const inBackup = (store: Store, stamp: string, id: number): ArchiveReader => ({
  read: (name) =>
    store.read(
      name.startsWith("media/")
        ? `${mediaFolder(id)}/${name.slice("media/".length)}`
        : `${companyFolder(stamp, id)}/${name}`,
    ),
});

const BLOCK = 512;
/** Maximum number of entries: each needs memory, but only 512 bytes of the file. */
const MAX_ENTRIES = 2_000_000;

/** Writes one tar file, entry by entry: any program for archives opens it. */
interface TarWriter {
  /** Adds a file from disk; returns its hash. */
  add(name: string, path: string): Promise<string>;
  end(): Promise<void>;
  abort(): Promise<void>;
}

export async function createTar(path: string, nowMs: number): Promise<TarWriter> {
  const out: FileHandle = await open(path, "w", 0o600);
  return {
    async add(name, from) {
      const source = await open(from, "r");
      try {
        const { size } = await source.stat();
        await out.write(header(name, size, nowMs));
        const hash = new Bun.CryptoHasher("sha256");
        let copied = 0;
        for await (const piece of source.createReadStream({
          autoClose: false,
          start: 0,
          end: Math.max(size - 1, 0),
        })) {
          const bytes = (piece as Buffer).subarray(0, size - copied);
          if (bytes.length === 0) break;
          hash.update(bytes);
          await out.write(bytes);
          copied += bytes.length;
        }
        if (copied !== size) throw new BackupError(`${name} changed while it was read`);
        await out.write(Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK));
        return hash.digest("hex");
      } finally {
        await source.close();
      }
    },
    async end() {
      await out.write(Buffer.alloc(2 * BLOCK));
      await out.sync();
      await out.close();
    },
    abort: () => out.close(),
  };
}

function header(name: string, size: number, nowMs: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const [folder, file] = split(name);
  block.write(file, 0, 100);
  block.write("0000600\0", 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  writeSize(block, size);
  block.write(`${octal(Math.floor(nowMs / 1000), 11)} `, 136);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  block.write(folder, 345, 155);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");

/** Sizes above 8 GiB are written as binary numbers, as GNU tar does. */
function writeSize(block: Buffer, size: number): void {
  if (size < 8 ** 11) {
    block.write(`${octal(size, 11)} `, 124);
    return;
  }
  block[124] = 0x80;
  block.writeBigUInt64BE(BigInt(size), 128);
}

const readSize = (block: Buffer): number =>
  (block[124] ?? 0) & 0x80
    ? Number(block.readBigUInt64BE(128))
    : Number.parseInt(block.toString("latin1", 124, 136), 8);

function split(name: string): readonly [string, string] {
  if (Buffer.byteLength(name) <= 100) return ["", name];
  const at = name.lastIndexOf("/");
  const [folder, file] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  if (Buffer.byteLength(folder) > 155 || Buffer.byteLength(file) > 100 || at <= 0)
    throw new BackupError(`the name ${name} is too long`);
  return [folder, file];
}

/** Indexes the entries of a tar file; their bytes are read from disk on demand. */
export async function openTar(path: string): Promise<ArchiveReader & { readonly names: readonly string[] }> {
  const entries = new Map<string, { readonly start: number; readonly size: number }>();
  const file = await open(path, "r").catch(() => {
    throw new BackupError(`${path} cannot be opened`);
  });
  try {
    const { size: total } = await file.stat();
    const block = Buffer.alloc(BLOCK);
    for (let at = 0; at + BLOCK <= total; ) {
      await file.read(block, 0, BLOCK, at);
      if (block.every((byte) => byte === 0)) break;
      const { name, size } = parse(block, path);
      if (at + BLOCK + size > total) throw new BackupError(`${path} ends in the middle of ${name}`);
      if (entries.has(name)) throw new BackupError(`${path} contains ${name} twice`);
      if (entries.size >= MAX_ENTRIES) throw new BackupError(`${path} contains too many files`);
      entries.set(name, { start: at + BLOCK, size });
      at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
  } finally {
    await file.close();
  }
  if (!entries.has("manifest.json"))
    throw new BackupError(`${path} is not an archive of a company`, "not-archive");
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new BackupError(`${name} is missing in ${path}`);
      if (entry.size === 0) return Readable.from([]);
      return createReadStream(path, { start: entry.start, end: entry.start + entry.size - 1 });
    },
  };
}

function parse(block: Buffer, path: string): { readonly name: string; readonly size: number } {
  const textAt = (from: number, to: number) => block.toString("utf8", from, to).replace(/\0.*$/s, "");
  const size = readSize(block);
  if (!textAt(257, 262).startsWith("ustar") || !Number.isSafeInteger(size) || size < 0)
    throw new BackupError(`${path} is not an archive of a company`, "not-archive");
  const folder = textAt(345, 500);
  return { name: folder === "" ? textAt(0, 100) : `${folder}/${textAt(0, 100)}`, size };
}
