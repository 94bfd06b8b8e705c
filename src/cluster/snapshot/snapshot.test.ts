import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderObjects } from "#cluster/archive/folder-objects.ts";
import type { ObjectStore } from "#cluster/archive/objects.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import type { WalEnd } from "#platform/db/ship/capture.ts";
import { createChunkSeal } from "./chunk-seal.ts";
import { copyCell, listChunks } from "./copy-cell.ts";
import { readManifest, type SnapshotManifest, storeManifest } from "./manifest.ts";
import { readDatabase, readDatabaseAt } from "./read-database.ts";
import { restoreFiles } from "./restore-files.ts";

const root = mkdtempSync(join(tmpdir(), "balcao-snapshot-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const seal = createChunkSeal("an installation key of the tests");
let directory: string;
let store: ObjectStore;
let storage: string;
beforeEach(() => {
  directory = join(root, crypto.randomUUID());
  storage = join(root, crypto.randomUUID());
  mkdirSync(join(directory, "companies/1/sessions/7"), { recursive: true });
  mkdirSync(join(directory, "companies/1/media/2026-11"), { recursive: true });
  store = folderObjects(storage);
});

const filled = (path: string, rows: number): Sqlite => {
  const db = openDatabase(join(directory, path), { durability: "normal" });
  db.exec("CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, text TEXT)");
  add(db, rows);
  return db;
};
const add = (db: Sqlite, rows: number) => {
  const insert = db.prepare("INSERT INTO line (text) VALUES (?)");
  db.transaction(() => {
    for (let at = 0; at < rows; at += 1) insert.run(crypto.randomUUID().repeat(8));
  })();
};
const copy = async () => copyCell({ directory, cell: 1, store, seal, known: await listChunks(store, 1) });
const manifestOf = (files: SnapshotManifest["files"]): SnapshotManifest => ({
  format: 1,
  installation: "i",
  cell: 1,
  product: "0.1.0",
  from: { epoch: 1, number: 1, chain: "0" },
  fromMs: 1000,
  to: 1,
  validMs: 2000,
  files,
});
const restored = async (files: SnapshotManifest["files"]) => {
  const target = join(root, crypto.randomUUID());
  await restoreFiles({ store, seal, manifest: manifestOf(files), directory: target });
  return target;
};

describe("database reader of snapshots", () => {
  test("a database in use is read byte for byte as SQLite serializes it", () => {
    const db = filled("system.sqlite", 500);
    db.pragma("wal_checkpoint(PASSIVE)");
    add(db, 300);
    db.exec("DELETE FROM line WHERE id % 3 = 0");
    const reader = readDatabase(join(directory, "system.sqlite"));
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < reader.bytes; at += 10_007) pieces.push(reader.read(at, 10_007));
    reader.close();
    expect(Buffer.concat(pieces).equals(db.serialize())).toBe(true);
    db.close();
  });

  test("commits made while a database is read do not change what is read", () => {
    const db = filled("system.sqlite", 200);
    const before = db.serialize();
    const reader = readDatabase(join(directory, "system.sqlite"));
    add(db, 400);
    db.pragma("wal_checkpoint(PASSIVE)");
    expect(Buffer.from(reader.read(0, reader.bytes)).equals(before)).toBe(true);
    reader.close();
    db.close();
  });
});

/** The end of the WAL of an open database. */
function endOf(db: Sqlite): WalEnd {
  const { log: frame } = db.prepare("PRAGMA wal_checkpoint(NOOP)").get() as { log: number };
  return { salt: readFileSync(`${db.name}-wal`).readBigUInt64BE(16), frame };
}

describe("database reader at an earlier end", () => {
  test("commits behind the end are left out, whichever commits the file itself has", () => {
    const db = filled("system.sqlite", 300);
    db.pragma("wal_checkpoint(PASSIVE)");
    add(db, 200);
    db.exec("DELETE FROM line WHERE id % 5 = 0");
    const [before, end] = [db.serialize(), endOf(db)];
    add(db, 500);
    const reader = readDatabaseAt(db.name, end);
    expect(Buffer.from(reader.read(0, reader.bytes)).equals(before)).toBe(true);
    expect(reader.isExact()).toBe(true);
    reader.close();
    db.close();
  });

  test("content whose later commits a checkpoint copied into the file is not exact", () => {
    const db = filled("system.sqlite", 300);
    const end = endOf(db);
    add(db, 200);
    db.pragma("wal_checkpoint(PASSIVE)");
    const reader = readDatabaseAt(db.name, end);
    reader.read(0, reader.bytes);
    expect(reader.isExact()).toBe(false);
    reader.close();
    db.close();
  });

  test("a WAL that began behind the end is left out, and not exact once it is copied into the file", () => {
    const db = filled("system.sqlite", 300);
    const end = endOf(db);
    db.pragma("wal_checkpoint(RESTART)");
    const before = db.serialize();
    add(db, 50);
    expect(endOf(db).salt).not.toBe(end.salt);
    const reader = readDatabaseAt(db.name, end);
    expect(Buffer.from(reader.read(0, reader.bytes)).equals(before)).toBe(true);
    expect(reader.isExact()).toBe(true);
    reader.close();
    db.pragma("wal_checkpoint(PASSIVE)");
    const later = readDatabaseAt(db.name, end);
    expect(later.isExact()).toBe(false);
    later.close();
    db.close();
  });

  test("a file that was replaced while it was read is not exact", () => {
    const db = filled("system.sqlite", 100);
    const reader = readDatabaseAt(db.name, endOf(db));
    copyFileSync(db.name, `${db.name}.new`);
    renameSync(`${db.name}.new`, db.name);
    expect(reader.isExact()).toBe(false);
    reader.close();
    db.close();
  });
});

describe("snapshot", () => {
  test("a restored snapshot has every database and small file, and no media, keys or locks", async () => {
    const databases = [
      "system.sqlite",
      "companies/1/company.sqlite",
      "companies/1/sessions/7/session.sqlite",
    ];
    const open = databases.map((path) => filled(path, 400));
    writeFileSync(join(directory, "companies/1/sessions/7/linked"), "1");
    for (const name of ["secret.key", "lock.sqlite", "companies/1/media/2026-11/a.jpg"])
      writeFileSync(join(directory, name), "x");
    const { files } = await copy();
    const target = await restored(files);
    expect(files.map(({ path }) => path).sort()).toEqual(
      [...databases, "companies/1/sessions/7/linked"].sort(),
    );
    for (const [at, path] of databases.entries())
      expect(readFileSync(join(target, path)).equals(open[at]?.serialize() ?? Buffer.of())).toBe(true);
    for (const db of open) db.close();
  });

  test("a snapshot has removed companies in the bin and those that moved to another cell, without their media", async () => {
    const databases = ["bin/5/company.sqlite", "bin/5/sessions/2/session.sqlite", "moved/6/company.sqlite"];
    for (const folder of ["bin/5/sessions/2", "bin/5/media/2026-11", "moved/6/media"])
      mkdirSync(join(directory, folder), { recursive: true });
    for (const path of databases) filled(path, 10).close();
    for (const path of ["bin/5/media/2026-11/a.jpg", "moved/6/media/b.jpg"])
      writeFileSync(join(directory, path), "x");
    const { files } = await copy();
    expect(files.map(({ path }) => path)).toEqual(databases);
    const target = await restored(files);
    for (const path of databases)
      expect(readFileSync(join(target, path)).equals(readFileSync(join(directory, path)))).toBe(true);
  });

  test("a second snapshot uploads only chunks that changed", async () => {
    const db = filled("system.sqlite", 20_000);
    const first = await copy();
    expect(first.uploaded).toBeGreaterThan(4);
    add(db, 1);
    const second = await copy();
    expect(second.uploaded).toBeLessThan(4);
    expect(readFileSync(join(await restored(second.files), "system.sqlite")).equals(db.serialize())).toBe(
      true,
    );
    db.close();
  });

  test("a changed, missing or foreign chunk is rejected with its name", async () => {
    filled("system.sqlite", 100).close();
    const { files } = await copy();
    const other = createChunkSeal("the key of another installation");
    const target = join(root, crypto.randomUUID());
    const attempt = restoreFiles({ store, seal: other, manifest: manifestOf(files), directory: target });
    await expect(attempt).rejects.toThrow(/sealed with another installation key/);
    const [chunk = ""] = readdirSync(join(storage, "1/chunks"));
    const path = join(storage, "1/chunks", chunk);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await expect(restored(files)).rejects.toThrow(/was changed/);
    rmSync(path);
    await expect(restored(files)).rejects.toThrow(/is missing in/);
  });

  test("a manifest is stored and read back; storing a second one under the same name is an error", async () => {
    const manifest = manifestOf([{ path: "system.sqlite", mode: 0o600, bytes: 1, chunks: ["a"] }]);
    const name = await storeManifest(store, seal, manifest);
    expect(await readManifest(store, seal, name)).toEqual(manifest);
    await expect(storeManifest(store, seal, manifest)).rejects.toThrow(/two servers use one archive/);
  });

  test("a snapshot never writes outside the directory that it is restored to", async () => {
    const files = [{ path: "../outside", mode: 0o600, bytes: 0, chunks: [] }];
    await expect(restored(files)).rejects.toThrow(/names "\.\.\/outside"/);
  });
});
