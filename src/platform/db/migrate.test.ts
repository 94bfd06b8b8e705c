import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Migration, MigrationError, migrate } from "./migrate.ts";
import { openDatabase, type Sqlite } from "./open.ts";

const first: Migration = {
  name: "0001_create_shelf",
  sql: "CREATE TABLE shelf (id INTEGER PRIMARY KEY); INSERT INTO shelf VALUES (1)",
};
const second: Migration = { name: "0002_add_label", sql: "ALTER TABLE shelf ADD COLUMN label TEXT" };

let directory: string;
let path: string;
let db: Sqlite;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-migrate-"));
  path = join(directory, "x.sqlite");
  db = openDatabase(path, { durability: "full" });
});
afterEach(() => {
  db.close();
  rmSync(directory, { recursive: true });
});

describe("migrating a database", () => {
  test("pending migrations are applied once", () => {
    expect(migrate(db, [first], 0, { path })).toEqual(["0001_create_shelf"]);
    expect(migrate(db, [first], 0, { path })).toEqual([]);
    expect(migrate(db, [first, second], 0, { path })).toEqual(["0002_add_label"]);
    expect(db.prepare("SELECT id, label FROM shelf").all()).toEqual([{ id: 1, label: null }]);
  });

  test("a readable copy of the file is kept before an upgrade", () => {
    migrate(db, [first], 0, { path });
    migrate(db, [first, second], 0, { path });
    const copy = openDatabase(`${path}.before-0002_add_label`, { durability: "normal", readonly: true });
    expect(copy.prepare("SELECT * FROM shelf").all()).toEqual([{ id: 1 }]);
    copy.close();
  });

  test("no copy is made before the migrations of an empty database", () => {
    migrate(db, [first, second], 0, { path });
    expect(existsSync(`${path}.before-0001_create_shelf`)).toBe(false);
  });

  test("a failed migration is rolled back and fails again the next time", () => {
    migrate(db, [first], 0, { path });
    const broken: Migration = {
      name: "0002_break",
      sql: "CREATE TABLE half (id INTEGER); CREATE TABLE shelf (id INTEGER)",
    };
    for (const _attempt of [1, 2])
      expect(() => migrate(db, [first, broken], 0, { path })).toThrow("already exists");
    expect(db.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").all()).toEqual([]);
  });

  test("all pending migrations are applied or none, so that an older program can still use the file", () => {
    migrate(db, [first], 0, { path });
    const broken: Migration = { name: "0003_break", sql: "CREATE TABLE shelf (id INTEGER)" };
    expect(() => migrate(db, [first, second, broken], 0, { path })).toThrow("already exists");
    expect(migrate(db, [first], 0, { path })).toEqual([]);
    expect(db.prepare("SELECT * FROM shelf").all()).toEqual([{ id: 1 }]);
  });

  test("only the copy of the last upgrade is kept", () => {
    const third: Migration = { name: "0003_add_note", sql: "ALTER TABLE shelf ADD COLUMN note TEXT" };
    migrate(db, [first], 0, { path });
    migrate(db, [first, second], 0, { path });
    migrate(db, [first, second, third], 0, { path });
    expect(readdirSync(directory).filter((name) => name.includes("before"))).toEqual([
      "x.sqlite.before-0003_add_note",
    ]);
  });

  test("a database newer than the program is rejected with a message", () => {
    migrate(db, [first, second], 0, { path });
    expect(() => migrate(db, [first], 0, { path })).toThrow(
      new MigrationError("database is newer than this program: it has 0002_add_label"),
    );
  });

  test("a changed migration history is rejected", () => {
    migrate(db, [first], 0, { path });
    expect(() => migrate(db, [{ ...first, sql: "SELECT 1" }], 0, { path })).toThrow(MigrationError);
  });
});
