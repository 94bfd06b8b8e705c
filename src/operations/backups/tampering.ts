/** For tests: manipulated archives of companies with a matching manifest. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import type { CompanyManifest } from "./archive/manifest.ts";
import { copyMeasured, measureFile, pack, unpack } from "./archive/pack.ts";
import { createTar, openTar } from "./archive/tar.ts";

export interface Tampering {
  /** Changes a database of the archive; `file` is its name in it. */
  readonly database?: { readonly file?: string; readonly change: (db: Sqlite) => void };
  /** Changes the bytes of a file of the archive; the manifest gets its new size and hash. */
  readonly bytes?: { readonly file: string; readonly change: (content: Buffer) => Buffer };
  /** Changes the bytes of a compressed file; the manifest keeps the hash of its content. */
  readonly packed?: { readonly file: string; readonly change: (content: Buffer) => Buffer };
  /** Changes the bytes of the manifest itself. */
  readonly manifestBytes?: (content: Buffer) => Buffer;
  readonly manifest?: (manifest: CompanyManifest) => void;
  /** Plain lines instead of `media.jsonl`. */
  readonly mediaList?: string;
}

/** Writes a changed copy of the archive `from` to `to`, working in the directory `work`. */
export async function tamper(from: string, to: string, work: string, changes: Tampering): Promise<void> {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const reader = await openTar(from);
  const manifest = JSON.parse(await text(await reader.read("manifest.json"))) as CompanyManifest;
  const replaced = new Map<string, string>();
  const replace = async (name: string, plain: string) => {
    const packed = join(work, `packed-${replaced.size}`);
    await pack(plain, packed);
    replaced.set(`${name}.zst`, packed);
    Object.assign(manifest.files.find((file) => file.name === name) ?? {}, await measureFile(plain));
  };
  if (changes.database) {
    const { file = "company.sqlite", change } = changes.database;
    const plain = join(work, "plain.sqlite");
    await unpack(await reader.read(`${file}.zst`), plain);
    const db = openDatabase(plain, { durability: "normal" });
    db.pragma("foreign_keys = OFF");
    db.unsafeMode();
    change(db);
    db.pragma("journal_mode = DELETE");
    db.close();
    await replace(file, plain);
  }
  if (changes.mediaList !== undefined) {
    const plain = join(work, "media.jsonl");
    writeFileSync(plain, changes.mediaList);
    await replace("media.jsonl", plain);
  }
  if (changes.bytes) {
    const { file, change } = changes.bytes;
    const plain = join(work, "plain.bytes");
    await unpack(await reader.read(`${file}.zst`), plain);
    writeFileSync(plain, change(readFileSync(plain)));
    await replace(file, plain);
  }
  if (changes.packed) {
    const { file, change } = changes.packed;
    const packed = join(work, "packed.bytes");
    await copyMeasured(await reader.read(`${file}.zst`), packed);
    writeFileSync(packed, change(readFileSync(packed)));
    replaced.set(`${file}.zst`, packed);
  }
  changes.manifest?.(manifest);
  const tar = await createTar(to, 0);
  const path = join(work, "manifest.json");
  const written = Buffer.from(JSON.stringify(manifest));
  writeFileSync(path, changes.manifestBytes?.(written) ?? written);
  await tar.add("manifest.json", path);
  for (const name of reader.names.filter((entry) => entry !== "manifest.json")) {
    const plain = replaced.get(name) ?? join(work, "entry");
    if (!replaced.has(name)) await copyMeasured(await reader.read(name), plain);
    await tar.add(name, plain);
  }
  await tar.end();
}

/** Adds an entry with any name to a tar file. */
export async function addEntry(path: string, name: string, content: string, work: string): Promise<void> {
  const [plain, extra] = [join(work, "extra"), join(work, "extra.tar")];
  writeFileSync(plain, content);
  const tar = await createTar(extra, 0);
  await tar.add(name, plain);
  await tar.end();
  writeFileSync(path, Buffer.concat([readFileSync(extra).subarray(0, -1024), readFileSync(path)]));
}
