import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { all, type Db, one, run, transaction, typed } from "./database.ts";
import { closeWal, syncToDisk, withDeferredSync } from "./durability/deferred-sync.ts";
import { type EvictableDatabase, openEvictable } from "./evictable.ts";
import { changeCount, openDatabase } from "./open.ts";

let directory: string;
let path: string;
let file: EvictableDatabase;
let db: Db;
let awoken: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-resting-"));
  path = join(directory, "a.sqlite");
  awoken = 0;
  file = openEvictable(path, { durability: "full" }, () => {
    awoken += 1;
  });
  db = typed(file.client);
  db.$client.exec("CREATE TABLE note (text TEXT) STRICT");
});
afterEach(() => {
  closeWal(db.$client);
  db.$client.close();
  rmSync(directory, { recursive: true });
});
const write = (text: string) => run(db, "INSERT INTO note VALUES (?)", text);
const notes = () => all<{ text: string }>(db, "SELECT text FROM note ORDER BY rowid").map(({ text }) => text);

test("an evicted database is reopened at its next use, with the pragmas and functions of the product", () => {
  write("a");
  expect([file.evict(), file.isLoaded, file.evict()]).toEqual([true, false, false]);
  expect(notes()).toEqual(["a"]);
  expect([file.isLoaded, awoken]).toEqual([true, 1]);
  file.evict();
  write("b");
  file.evict();
  expect(db.$client.pragma("synchronous", { simple: true })).toBe(2);
  expect(one(db, "SELECT fold('Á') AS text")).toEqual({ text: "a" });
  file.evict();
  transaction(db, () => write("c"));
  expect(notes()).toEqual(["a", "b", "c"]);
});

test("evicting does not wait for the disk: the WAL stays and has the commits", () => {
  write("a");
  file.evict();
  expect(existsSync(`${path}-wal`)).toBe(true);
  const other = openDatabase(path, { durability: "full" });
  expect(other.prepare("SELECT text FROM note").all()).toEqual([{ text: "a" }]);
  other.close();
  expect(existsSync(`${path}-wal`)).toBe(true);
  db.$client.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test("a database is not evicted inside a transaction or while rows are iterated", () => {
  write("a");
  transaction(db, () => {
    write("b");
    expect(file.evict()).toBe(false);
  });
  for (const _ of db.$client.prepare("SELECT text FROM note").iterate()) expect(file.evict()).toBe(false);
  expect(file.evict()).toBe(true);
  expect(notes()).toEqual(["a", "b"]);
});

test("deferred commits are synced although the database was evicted meanwhile", async () => {
  withDeferredSync(db, () => write("a"));
  file.evict();
  await syncToDisk(db.$client);
  expect(file.isLoaded).toBe(false);
  expect(notes()).toEqual(["a"]);
});

test("a closed database is not opened again", () => {
  file.evict();
  db.$client.close();
  expect(db.$client.open).toBe(false);
  expect(() => notes()).toThrow("not open");
});

test("the count of changes never repeats, although each connection counts from 0", () => {
  const seen = [changeCount(db.$client)];
  for (let n = 0; n < 4; n += 1) {
    write("a");
    seen.push(changeCount(db.$client));
    file.evict();
    seen.push(changeCount(db.$client));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test("only open.ts reads SQLite's change counters, because they start again with each database connection", () => {
  const sources = [...new Bun.Glob("**/*.ts").scanSync(join(import.meta.dir, "../.."))]
    .filter((name) => !name.endsWith(".test.ts") && name !== "platform/db/open.ts")
    .filter((name) =>
      /total_changes\(|data_version/.test(readFileSync(join(import.meta.dir, "../..", name), "utf8")),
    );
  expect(sources).toEqual([]);
});
