import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { all, type Db, one, run, transaction, typed } from "#platform/db/database.ts";
import { type EvictableDatabase, openEvictable } from "#platform/db/evictable.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { withDeferredSync } from "./deferred-sync.ts";
import { withSyncNormal, withSyncOff } from "./sync-mode.ts";

let directory: string;
let file: EvictableDatabase;
let db: Db;
let seen: Sqlite[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-commits-"));
  seen = [];
  file = openEvictable(
    join(directory, "a.sqlite"),
    { durability: "remote", onCommit: (client) => void seen.push(client) },
    () => {},
  );
  db = typed(file.client);
  db.$client.exec("CREATE TABLE note (text TEXT) STRICT");
});
afterEach(() => {
  file.client.close();
  rmSync(directory, { recursive: true });
});

/** Whether the work was noted as a commit. */
const isNoted = (work: () => unknown): boolean => {
  seen = [];
  work();
  return seen.length > 0;
};

describe("observed commits", () => {
  const writes: Record<string, () => unknown> = {
    "a single statement": () => run(db, "INSERT INTO note VALUES ('a')"),
    "a statement that returns rows": () => all(db, "INSERT INTO note VALUES ('a') RETURNING text"),
    "a statement that returns one row": () => one(db, "INSERT INTO note VALUES ('a') RETURNING text"),
    "a transaction": () => transaction(db, () => run(db, "INSERT INTO note VALUES ('a')")),
    "an immediate transaction": () =>
      db.$client.transaction(() => run(db, "INSERT INTO note VALUES ('a')")).immediate(),
    "a transaction in text": () => db.$client.exec("BEGIN; INSERT INTO note VALUES ('a'); COMMIT"),
    "a COMMIT of its own": () => {
      db.$client.exec("BEGIN IMMEDIATE");
      run(db, "INSERT INTO note VALUES ('a')");
      db.$client.prepare("COMMIT").run();
    },
    "a text that fails behind its first statement": () => {
      expect(() =>
        db.$client.exec("INSERT INTO note VALUES ('a'); INSERT INTO missing VALUES (1)"),
      ).toThrow();
    },
    "a statement of drizzle": () => db.run(sql`INSERT INTO note VALUES ('a')`),
    "a transaction of drizzle": () => db.transaction((tx) => tx.run(sql`INSERT INTO note VALUES ('a')`)),
    "a change of the schema version": () => db.$client.pragma("user_version = 7"),
    "rows read one by one": () => [...db.$client.prepare("DELETE FROM note RETURNING text").iterate()],
    "work with deferred sync": () => withDeferredSync(db, () => run(db, "INSERT INTO note VALUES ('a')")),
    "work without sync": () => withSyncNormal(db, () => run(db, "INSERT INTO note VALUES ('a')")),
  };
  for (const [name, write] of Object.entries(writes))
    test(`${name} is noted once it is committed`, () => expect(isNoted(write)).toBe(true));

  test("reads are not noted", () => {
    run(db, "INSERT INTO note VALUES ('a')");
    expect(isNoted(() => one(db, "SELECT text FROM note"))).toBe(false);
    expect(isNoted(() => [...db.$client.prepare("SELECT text FROM note").iterate()])).toBe(false);
    expect(isNoted(() => db.$client.pragma("wal_checkpoint(NOOP)"))).toBe(false);
    expect(isNoted(() => db.$client.prepare("PRAGMA wal_checkpoint(NOOP)").get())).toBe(false);
  });

  test("a statement inside a transaction is noted only with its commit", () => {
    transaction(db, () => {
      expect(isNoted(() => run(db, "INSERT INTO note VALUES ('a')"))).toBe(false);
    });
    expect(seen).toHaveLength(1);
  });

  test("a commit is noted under the permanent handle, also after the file was evicted", () => {
    file.evict();
    seen = [];
    run(db, "INSERT INTO note VALUES ('a')");
    expect(new Set(seen)).toEqual(new Set([file.client]));
  });
});

test("a remote handle syncs no commit and never checkpoints within one", () => {
  const settings = () =>
    ["synchronous", "wal_autocheckpoint"].map((name) => db.$client.pragma(name, { simple: true }));
  expect(settings()).toEqual([1, 0]);
  withSyncNormal(db, () => expect(settings()).toEqual([1, 0]));
  withDeferredSync(db, () => expect(settings()).toEqual([1, 0]));
  withSyncOff(db, () => expect(settings()).toEqual([1, 0]));
  expect(settings()).toEqual([1, 0]);
});
