import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { all, type Db, one, run, typed } from "./database.ts";
import { readSchema, schemaDifference, withoutTriggers } from "./expected-schema.ts";
import { forgetStatements, mapIfLarge, openDatabase, prepared, releasePages } from "./open.ts";

let directory: string;
let db: Db;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-open-"));
  db = typed(openDatabase(join(directory, "a.sqlite"), { durability: "normal" }));
  db.$client.exec(`CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, body BLOB, done INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX thing_open ON thing (name) WHERE done = 0;
    CREATE VIRTUAL TABLE words USING fts5 (text);
    INSERT INTO words VALUES ('bom dia'), ('boa tarde')`);
});
afterEach(() => {
  db.$client.close();
  rmSync(directory, { recursive: true });
});

test("hand-written statements bind values unchanged", () => {
  const body = new Uint8Array([0, 255, 63]);
  expect(run(db, "INSERT INTO thing (name, body) VALUES (?, ?)", "a?b", body)).toEqual({ changes: 1, id: 1 });
  run(db, "UPDATE thing SET name = ?2 WHERE id = ?1", 1, "it's a ?");
  expect(one(db, "SELECT name, body, '?' AS mark, 'it''s ?' AS quoted FROM thing WHERE id = ?", 1)).toEqual({
    name: "it's a ?",
    body: Buffer.from(body),
    mark: "?",
    quoted: "it's ?",
  });
  expect(
    all(db, "SELECT id FROM thing WHERE id IN (?, ?) AND name IS ? LIMIT ?", 1, 2, "it's a ?", 5),
  ).toEqual([{ id: 1 }]);
  expect(all(db, "SELECT value FROM json_each(?) WHERE value > ?", "[1,2,3]", 1)).toHaveLength(2);
  expect(one(db, "SELECT text FROM words WHERE words MATCH ?", '"tar"*')).toEqual({ text: "boa tarde" });
});

test("a statement keeps its plan and still uses its index, a partial one too", () => {
  const plan = (text: string) =>
    all<{ detail: string }>(db, `EXPLAIN QUERY PLAN ${text}`, "a").map(({ detail }) => detail);
  expect(plan("SELECT id FROM thing WHERE name = ? AND done = 0")).toEqual([
    "SEARCH thing USING COVERING INDEX thing_open (name=?)",
  ]);
});

test("a trimmed handle works as before", () => {
  const text = "SELECT name FROM thing WHERE id = ?";
  run(db, "INSERT INTO thing (name) VALUES ('Ana')");
  const before = prepared(db.$client, text);
  releasePages(db.$client);
  expect(forgetStatements(db.$client)).toBe(true);
  expect(forgetStatements(db.$client)).toBe(false);
  expect(prepared(db.$client, text)).not.toBe(before);
  expect(one(db, text, 1)).toEqual({ name: "Ana" });
  // A caller that still holds the old statement may use it.
  expect(before.get(1)).toEqual({ name: "Ana" });
  db.$client.exec("BEGIN");
  run(db, "UPDATE thing SET name = 'Bia' WHERE id = 1");
  releasePages(db.$client);
  db.$client.exec("COMMIT");
  expect(one(db, text, 1)).toEqual({ name: "Bia" });
});

test("a file from another installation is opened in defensive mode, with an untrusted schema, and changed without its triggers", () => {
  const { $client } = db;
  $client.pragma("writable_schema = ON");
  for (const attack of [
    "UPDATE sqlite_schema SET sql = replace(sql, 'done INTEGER', 'done TEXT') WHERE name = 'thing'",
    "DELETE FROM sqlite_schema",
    "UPDATE words_data SET block = x'00'",
  ])
    expect(() => $client.exec(attack)).toThrow("may not be modified");
  $client.pragma("writable_schema = RESET");
  expect($client.pragma("trusted_schema", { simple: true })).toBe(0);
  // The schema with which the file was compared does not contain this trigger.
  const schema = readSchema($client);
  $client.exec("CREATE TRIGGER evil AFTER UPDATE ON thing BEGIN UPDATE thing SET done = 7; END");
  run(db, "INSERT INTO thing (name) VALUES ('Ana')");
  withoutTriggers($client, schema, () => run(db, "UPDATE thing SET name = 'Bia'"));
  expect(all(db, "SELECT name, done FROM thing")).toEqual([{ name: "Bia", done: 0 }]);
  expect(schemaDifference(readSchema($client), schema)).toBeNull();
});

test("only a large file is memory-mapped: a small one would count as memory in full, for each of many companies", () => {
  const mapped = () => db.$client.pragma("mmap_size", { simple: true });
  expect(mapped()).toBe(0);
  run(db, "INSERT INTO thing (name, body) VALUES ('a', randomblob(?))", 9 * 1024 * 1024);
  db.$client.pragma("wal_checkpoint(TRUNCATE)");
  mapIfLarge(db.$client);
  expect(mapped()).toBeGreaterThan(0);
  expect(one(db, "SELECT length(body) AS size FROM thing")).toEqual({ size: 9 * 1024 * 1024 });
  db.$client.close();
  db = typed(openDatabase(join(directory, "a.sqlite"), { durability: "normal" }));
  expect(mapped()).toBeGreaterThan(0);
});
