import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { BLOCK_BYTES } from "./blocks.ts";
import { createFileSender } from "./company-files.ts";
import type { MoveLink } from "./link.ts";
import { receiveFiles } from "./received-files.ts";

/** docs/rules/cells.md#move: the files of a company, from the source to the target. */

const MIB = 1024 * 1024;
/** Longer than a tick of the clock of a file system, ms. */
const SETTLED_MS = 150;

let folder = "";
let source: Sqlite;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "balcao-moved-files-"));
  for (const name of ["source", "target"]) mkdirSync(join(folder, name));
});
afterEach(() => {
  if (source.open) source.close();
  rmSync(folder, { recursive: true, force: true });
});

const pathIn = (place: "source" | "target") => join(folder, place, "company.sqlite");
const hashOf = (place: "source" | "target") => Bun.SHA256.hash(readFileSync(pathIn(place)), "hex");
const rowsOf = (place: "source" | "target") => {
  const database = openDatabase(pathIn(place), { durability: "full" });
  const rows = database.prepare("SELECT id, body FROM note ORDER BY id").all();
  const check = database.pragma("integrity_check", { simple: true });
  database.close();
  return { rows, check };
};

/** A company whose database has about this size, and that was copied while it was open. */
async function copied(mebibytes: number) {
  source = openDatabase(pathIn("source"), { durability: "full" });
  source.pragma("synchronous = OFF");
  source.pragma("wal_autocheckpoint = 0");
  source.exec("CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT); CREATE TABLE file (bytes BLOB)");
  for (let n = 0; n < 100; n += 1) source.prepare("INSERT INTO note (body) VALUES (?)").run(`note ${n}`);
  const insert = source.prepare("INSERT INTO file VALUES (randomblob(?))");
  for (let n = 0; n < mebibytes; n += 1) {
    insert.run(MIB);
    if (n % 16 === 0) source.pragma("wal_checkpoint(TRUNCATE)");
  }
  source.pragma("wal_checkpoint(TRUNCATE)");
  const target = receiveFiles(join(folder, "target"));
  const link = (async (_: string, { query, body }: Parameters<MoveLink>[1] & object = {}) =>
    target.write(query?.["file"] ?? "", body?.() as Uint8Array)) as MoveLink;
  const sender = createFileSender(join(folder, "source"), link, new AbortController().signal);
  await sender.sendOpen();
  while (sender.haveChanged()) {
    await Bun.sleep(SETTLED_MS);
    await sender.sendOpen();
  }
  return { sender, target };
}

const write = (id: number) => source.prepare("UPDATE note SET body = 'changed' WHERE id = ?").run(id);

describe("the files of a company that is moved", () => {
  test("after the company was closed, only changed blocks of a database of 200 MB are read", async () => {
    const { sender, target } = await copied(200);
    for (const id of [1, 50, 100]) write(id);
    source.prepare("INSERT INTO file VALUES (randomblob(?))").run(MIB);
    // The commits are in the log; closing the last handle folds them.
    sender.noteClosed();
    source.close();
    const before = sender.blocksRead;
    const files = await sender.sendClosed();
    expect(files?.map(({ path }) => path)).toEqual(["company.sqlite"]);
    expect(sender.blocksRead - before).toBeLessThan(30);
    expect(await target.complete(files ?? [])).toBe(true);
    expect(hashOf("target")).toBe(hashOf("source"));
    // A repeated request of the source finds everything done.
    expect(await target.complete(files ?? [])).toBe(true);
    sender.closeFiles();
  }, 60_000);

  test("a log that is not folded yet is sent, and the target folds it", async () => {
    const { sender, target } = await copied(4);
    write(7);
    source.prepare("DELETE FROM note WHERE id > 90").run();
    sender.noteClosed();
    const files = await sender.sendClosed();
    expect(files?.map(({ path }) => path)).toEqual(["company.sqlite", "company.sqlite-wal"]);
    expect(await target.complete(files ?? [])).toBe(true);
    source.close();
    sender.closeFiles();
    expect(rowsOf("target")).toEqual({ rows: rowsOf("source").rows, check: "ok" });
    expect(rowsOf("target").rows).toHaveLength(90);
  });

  test("a database into which commits were folded after the last copy is read whole", async () => {
    const { sender, target } = await copied(4);
    write(7);
    source.pragma("wal_checkpoint(TRUNCATE)");
    write(8);
    expect(sender.haveChanged()).toBe(true);
    sender.noteClosed();
    source.close();
    const before = sender.blocksRead;
    const files = await sender.sendClosed();
    expect(sender.blocksRead - before).toBeGreaterThanOrEqual((4 * MIB) / BLOCK_BYTES);
    expect(await target.complete(files ?? [])).toBe(true);
    expect(hashOf("target")).toBe(hashOf("source"));
    sender.closeFiles();
  });

  test("a database that became shorter or was never written to again is equal in the target", async () => {
    const { sender, target } = await copied(4);
    source.exec("DELETE FROM file; VACUUM");
    sender.noteClosed();
    source.close();
    const files = await sender.sendClosed();
    expect(await target.complete(files ?? [])).toBe(true);
    expect(hashOf("target")).toBe(hashOf("source"));
    sender.closeFiles();
  });

  test("a missing or wrong block is found", async () => {
    const { sender, target } = await copied(1);
    sender.noteClosed();
    source.close();
    const files = (await sender.sendClosed()) ?? [];
    sender.closeFiles();
    const [file] = files;
    if (!file) throw new Error("no file");
    const wrong = { ...file, root: file.root.replace(/^./, (first) => (first === "0" ? "1" : "0")) };
    expect(await target.complete([wrong])).toBe(false);
    expect(await target.complete([{ ...file, size: file.size + 1 }])).toBe(false);
    expect(await receiveFiles(join(folder, "target")).complete(files)).toBe(false);
    expect(await target.complete(files)).toBe(true);
  });
});
