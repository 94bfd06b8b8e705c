import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, one, run, typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { closeWal, syncsUnderWay, syncToDisk, withDeferredSync } from "./deferred-sync.ts";

let directory: string;
let db: Db;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-disk-"));
  db = typed(openDatabase(join(directory, "a.sqlite"), { durability: "full" }));
  db.$client.exec("CREATE TABLE note (text TEXT) STRICT");
});
afterEach(() => {
  db.$client.close();
  rmSync(directory, { recursive: true });
});

const note = (text: string) => withDeferredSync(db, () => run(db, "INSERT INTO note VALUES (?)", text));
const synchronous = () => db.$client.pragma("synchronous", { simple: true });

test("a commit with deferred sync is readable at once, does not wait for the disk, and is synced on request", async () => {
  let during: unknown;
  withDeferredSync(db, () => {
    during = synchronous();
    run(db, "INSERT INTO note VALUES ('a')");
  });
  expect([during, synchronous()]).toEqual([1, 2]);
  expect(one(db, "SELECT text FROM note")).toEqual({ text: "a" });
  expect(syncsUnderWay()).toEqual([]);
  const synced = syncToDisk(db.$client);
  expect(syncsUnderWay()).toHaveLength(1);
  await synced;
  expect(syncsUnderWay()).toEqual([]);
});

test("syncToDisk resolves at once without unsynced commits", async () => {
  run(db, "INSERT INTO note VALUES ('at once')");
  await syncToDisk(db.$client);
  expect(syncsUnderWay()).toEqual([]);
});

test("one sync serves all callers that wait; commits made while it runs share the next sync", async () => {
  note("a");
  note("b");
  const first = syncToDisk(db.$client);
  expect(syncToDisk(db.$client)).toBe(first);
  note("c");
  const second = syncToDisk(db.$client);
  note("d");
  expect(second).not.toBe(first);
  expect(syncToDisk(db.$client)).toBe(second);
  await second;
  expect(syncsUnderWay()).toEqual([]);
});

test("a sync error rejects the callers that wait, and the next call syncs again", async () => {
  // A log that cannot be opened.
  const broken = { $client: { name: "/dev/null/a.sqlite", inTransaction: true } } as unknown as Db;
  withDeferredSync(broken, () => {});
  expect(syncToDisk(broken.$client)).rejects.toThrow("ENOTDIR");
  await Promise.allSettled(syncsUnderWay());
  expect(syncToDisk(broken.$client)).rejects.toThrow("ENOTDIR");
  await Promise.allSettled(syncsUnderWay());
});

test("commits of a file that was closed meanwhile are in the file", async () => {
  const other = typed(openDatabase(join(directory, "b.sqlite"), { durability: "full" }));
  withDeferredSync(other, () => other.$client.exec("CREATE TABLE note (text TEXT)"));
  other.$client.close();
  await syncToDisk(other.$client);
});

/** Open file descriptors of this process below the test's directory. */
const descriptors = () =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.includes(directory) ? [path] : [];
    } catch {
      return [];
    }
  });

test("the log is opened once for all syncs, and a closed database leaves no descriptor", async () => {
  note("a");
  await syncToDisk(db.$client);
  const opened = descriptors().length;
  for (const text of ["b", "c"]) {
    note(text);
    await syncToDisk(db.$client);
  }
  expect(descriptors()).toHaveLength(opened);
  note("d");
  const running = syncToDisk(db.$client);
  closeWal(db.$client);
  db.$client.close();
  await running;
  await becomesTrue(() => descriptors().length === 0);
  db = typed(openDatabase(join(directory, "a.sqlite"), { durability: "full" }));
  expect(one(db, "SELECT count(*) AS n FROM note")).toEqual({ n: 4 });
});

test("many files are all synced although few syncs run in parallel", async () => {
  const files = Array.from({ length: 20 }, (_, n) =>
    typed(openDatabase(join(directory, `many${n}.sqlite`), { durability: "full" })),
  );
  for (const file of files)
    withDeferredSync(file, () => file.$client.exec("CREATE TABLE IF NOT EXISTS note (text TEXT)"));
  await Promise.all(files.map((file) => syncToDisk(file.$client)));
  expect(syncsUnderWay()).toEqual([]);
  for (const file of files) {
    closeWal(file.$client);
    file.$client.close();
  }
});
