import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { BrokenChain } from "./format.ts";
import { readPosition } from "./position.ts";
import {
  differences,
  EMPTY,
  type TestOwner,
  type TestStandby,
  testOwner,
  testStandby,
} from "./testing/cell.ts";

let owner: TestOwner;
let standby: TestStandby;
beforeEach(() => {
  owner = testOwner();
  standby = testStandby();
});
afterEach(() => {
  owner.end();
  standby.end();
});

/** Commits a row of random bytes and appends it as a batch of its own. */
function write(path: string, bytes = 20_000): void {
  const db = owner.handles.get(path) ?? owner.open(path);
  db.exec("CREATE TABLE IF NOT EXISTS note (body BLOB)");
  db.prepare("INSERT INTO note VALUES (?)").run(randomBytes(bytes));
  owner.ship();
}
/** A new process over the files of the standby: it continues at the stored position. */
const restarted = () => testStandby(standby.directory, readPosition(standby.directory) ?? EMPTY);

describe("redo", () => {
  test("a standby that is killed between syncs repeats from its position, and repairs files that are torn", async () => {
    for (const path of ["a.sqlite", "b.sqlite"]) write(path);
    standby.follow(owner.log);
    await standby.redo.sync();
    const stored = readPosition(standby.directory);
    for (const path of ["a.sqlite", "b.sqlite", "c.sqlite"]) write(path, 100_000);
    standby.follow(owner.log);
    // A power failure: pages that were written after the position are partly lost.
    for (const path of ["a.sqlite", "b.sqlite"]) {
      const file = join(standby.directory, path);
      const torn = readFileSync(file);
      torn.fill(0, 60_000, 90_000);
      writeFileSync(file, torn.subarray(0, -8192));
    }
    standby.redo.close();
    expect(readPosition(standby.directory)).toEqual(stored);
    standby = restarted();
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a position that moves before the files are synced loses pages in a power failure", async () => {
    write("a.sqlite");
    standby.follow(owner.log);
    await standby.redo.sync();
    write("a.sqlite", 100_000);
    standby.follow(owner.log);
    // The control: the position already names the second batch when its pages are lost.
    await standby.redo.sync();
    const file = join(standby.directory, "a.sqlite");
    writeFileSync(file, readFileSync(file).fill(0, 60_000, 90_000));
    standby.redo.close();
    standby = restarted();
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual(["a.sqlite"]);
  });

  test("the position names epoch, batch, chain, sequence and the end of the WAL of every file", async () => {
    write("companies/1/company.sqlite");
    write("system.sqlite");
    standby.follow(owner.log);
    expect(readPosition(standby.directory)).toBeUndefined();
    await standby.redo.sync();
    const last = owner.log.at(-1);
    const position = readPosition(standby.directory);
    expect(position).toMatchObject({ epoch: 1, number: last?.number, chain: last?.chain, sequence: 3 });
    expect(position).toEqual(standby.redo.position());
    expect(position?.files.get("system.sqlite")).toEqual(owner.shipper.endOf("system.sqlite") as never);
    expect([...(position?.files.keys() ?? [])].sort()).toEqual([
      "companies/1/company.sqlite",
      "system.sqlite",
    ]);
  });

  test("small files arrive with their mode; removed folders disappear with everything in them", () => {
    const folder = join(owner.directory, "companies/1/connections/2");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "linked"), "yes", { mode: 0o600 });
    owner.shipper.changed("companies/1/connections/2/linked");
    write("companies/1/connections/2/session.sqlite");
    standby.follow(owner.log);
    const copy = join(standby.directory, "companies/1/connections/2/linked");
    expect(readFileSync(copy, "utf8")).toBe("yes");
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    owner.remove("companies/1/connections/2/session.sqlite");
    rmSync(join(owner.directory, "companies/1"), { recursive: true });
    owner.shipper.changed("companies/1");
    owner.ship();
    standby.follow(owner.log);
    expect(existsSync(join(standby.directory, "companies/1"))).toBe(false);
    expect(standby.redo.position().files.size).toBe(0);
  });

  test("a file that is deleted and created again in one batch has the new content", () => {
    write("a.sqlite");
    standby.follow(owner.log);
    owner.remove("a.sqlite");
    write("a.sqlite", 500);
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a file that was replaced while it was closed arrives whole", () => {
    write("a.sqlite", 50_000);
    write("b.sqlite");
    for (const path of ["a.sqlite", "b.sqlite"]) owner.close(path);
    owner.ship();
    owner.shipper.acknowledged();
    rmSync(join(owner.directory, "a.sqlite"));
    cpSync(join(owner.directory, "b.sqlite"), join(owner.directory, "a.sqlite"));
    owner.open("a.sqlite");
    owner.ship();
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a database whose last commits were checkpointed before their capture is shipped as a whole file when it is noted", () => {
    write("a.sqlite");
    owner.close("a.sqlite");
    owner.shipper.acknowledged();
    const other = openDatabase(join(owner.directory, "a.sqlite"), { durability: "remote" });
    other.exec("INSERT INTO note VALUES ('of a thread that was terminated')");
    other.close();
    owner.shipper.changed("a.sqlite");
    owner.ship();
    standby.follow(owner.log);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a moved folder is complete at its new path and absent at the old path", () => {
    const at = (path: string) => join(owner.directory, path);
    write("companies/1/company.sqlite", 50_000);
    writeFileSync(at("companies/1/linked"), "yes");
    owner.close("companies/1/company.sqlite");
    mkdirSync(at("bin"));
    renameSync(at("companies/1"), at("bin/1"));
    for (const path of ["companies/1", "bin/1"]) owner.shipper.changed(path);
    owner.ship();
    standby.follow(owner.log);
    expect(existsSync(join(standby.directory, "companies/1"))).toBe(false);
    expect(readFileSync(join(standby.directory, "bin/1/linked"), "utf8")).toBe("yes");
    owner.open("bin/1/company.sqlite");
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a standby that misses a batch stops before it changes a file", () => {
    write("a.sqlite");
    standby.follow(owner.log);
    const before = readFileSync(join(standby.directory, "a.sqlite"));
    write("a.sqlite");
    write("a.sqlite");
    expect(() => standby.follow(owner.log.filter(({ number }) => number !== 3))).toThrow(BrokenChain);
    expect(readFileSync(join(standby.directory, "a.sqlite")).equals(before)).toBe(true);
  });
});
