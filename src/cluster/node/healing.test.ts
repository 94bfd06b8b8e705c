import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { createMemoryServers } from "#cluster/log/testing/memory-log.ts";
import { fakeClock } from "#platform/clock.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { Redo } from "#platform/db/ship/redo.ts";
import { type FileNode, type FileNodeOptions, startFileNode } from "./testing.ts";

const COMPANY = "companies/1/company.sqlite";
const NO_ROOM = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
const GIGABYTE = 1024 ** 3;

let clock: ReturnType<typeof fakeClock>;
let world: Parameters<typeof startFileNode>[1];
let nodes: FileNode[] = [];
beforeEach(() => {
  clock = fakeClock();
  world = { clock, servers: createMemoryServers(clock), leases: createMemoryLeases(clock) };
});
afterEach(() => {
  for (const node of nodes) node.remove();
  nodes = [];
});

const start = (name: string, options?: FileNodeOptions) => {
  const node = startFileNode(name, world, options);
  nodes.push(node);
  return node;
};
/** Lets time pass. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    clock.advance(50);
    await Bun.sleep(1);
  }
}
async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !isTrue(); turn += 1) await pass(50);
  expect(isTrue()).toBe(true);
}
async function write(node: FileNode, text: string): Promise<void> {
  const written = node.write(text);
  let isOver = false;
  void written.finally(() => {
    isOver = true;
  });
  await until(() => isOver);
  expect(await written).toBe(true);
}
/** An owner with one row, and a standby that has it. */
async function pair(options?: FileNodeOptions): Promise<{ a: FileNode; b: FileNode }> {
  const a = start("a");
  await until(() => a.owner !== null);
  await write(a, "one");
  const b = start("b", options);
  await until(() => b.node.isReady);
  return { a, b };
}
const end = () => world.servers.messages.length;
/** A redo whose calls fail while `fails` returns an error. */
const faultyDisk =
  (fails: { apply?: Error | null; sync?: Error | null }) =>
  (redo: Redo): Redo => ({
    ...redo,
    apply(batch, sequence) {
      if (fails.apply) throw fails.apply;
      redo.apply(batch, sequence);
    },
    sync: async () => {
      if (fails.sync) throw fails.sync;
      await redo.sync();
    },
  });

describe("a standby after a failed write", () => {
  test("a standby whose write failed is not ready, applies again when there is room, and is ready again without a restart", async () => {
    const disk: { apply: Error | null } = { apply: null };
    const { a, b } = await pair({ disk: faultyDisk(disk) });
    disk.apply = NO_ROOM;
    await write(a, "two");
    await until(() => !b.node.isReady);
    expect(b.node.problem).toBe("its files cannot be written");
    expect(b.node.heartbeat()).toMatchObject({ isReady: false, problem: "its files cannot be written" });
    await write(a, "three");
    await pass(10_000);
    expect(b.node.isReady).toBe(false);
    disk.apply = null;
    await until(() => b.node.isReady);
    expect(b.node.problem).toBe(null);
    expect(b.node.applied).toBe(end());
    expect(b.texts()).toEqual(["one", "two", "three"]);
  });

  test("a standby that failed and healed takes over with every row", async () => {
    const disk: { apply: Error | null } = { apply: null };
    const { a, b } = await pair({ disk: faultyDisk(disk) });
    disk.apply = NO_ROOM;
    await write(a, "two");
    await until(() => !b.node.isReady);
    a.cutLease();
    await pass(15_000);
    expect(b.owner).toBe(null);
    disk.apply = null;
    await until(() => b.owner !== null);
    expect(b.texts()).toEqual(["one", "two"]);
  });

  test("after a failed sync everything behind the stored position is written again", async () => {
    const disk: { sync: Error | null } = { sync: null };
    const { a, b } = await pair({ disk: faultyDisk(disk) });
    await pass(2000);
    disk.sync = new Error("EIO: i/o error, fdatasync");
    await write(a, "two");
    await until(() => !b.node.isReady);
    // Simulates the loss of the pages that the failed sync should have written.
    const path = join(b.directory, COMPANY);
    truncateSync(path, 4096);
    disk.sync = null;
    await until(() => b.node.isReady && b.node.applied === end());
    expect(b.node.problem).toBe(null);
    expect(b.texts()).toEqual(["one", "two"]);
  });
});

describe("a standby with a full disk", () => {
  test("a standby without room applies nothing and is never promoted; with room it continues", async () => {
    let free = 10 * GIGABYTE;
    const { a, b } = await pair({ freeBytes: () => free });
    free = 1024;
    await until(() => !b.node.isReady);
    const { applied } = b.node;
    await write(a, "two");
    a.cutLease();
    await pass(15_000);
    expect(b.node.problem).toBe("its disk is full");
    expect(b.node.applied).toBe(applied);
    expect(b.owner).toBe(null);
    free = 10 * GIGABYTE;
    await until(() => b.owner !== null);
    expect(b.texts()).toEqual(["one", "two"]);
  });

  test("a standby with less than 1 GB still applies, and is not promoted", async () => {
    let free = 10 * GIGABYTE;
    const { a, b } = await pair({ freeBytes: () => free });
    free = GIGABYTE / 2;
    await until(() => !b.node.isReady);
    await write(a, "two");
    await until(() => b.node.applied === end());
    a.cutLease();
    await pass(15_000);
    expect(b.owner).toBe(null);
  });
});

describe("a standby that lost a file", () => {
  const restarted = async (b: FileNode, path: string) => {
    await b.stop();
    rmSync(join(b.directory, path));
    const again = start("b", { directory: b.directory });
    return again;
  };

  test("changed pages of a file that is missing are not written, and the node asks for a new copy", async () => {
    const { a, b } = await pair();
    const again = await restarted(b, COMPANY);
    await write(a, "two");
    await until(() => again.broken !== null);
    expect(String(again.broken)).toContain(`${COMPANY} is missing`);
    expect(again.node.isReady).toBe(false);
    a.cutLease();
    await pass(15_000);
    expect(again.owner).toBe(null);
  });

  test("a file that is missing and was not changed since is noticed as well", async () => {
    const { b } = await pair();
    const again = await restarted(b, COMPANY);
    await until(() => again.broken !== null);
    expect(again.node.problem).toBe("its copy must be made again");
  });

  test("a file that the log removes after the stored position does not count as missing after a crash", async () => {
    const { a, b } = await pair();
    await b.stop();
    // The stored position knows the file. Its removal was applied, and the process ended before the next sync.
    rmSync(join(b.directory, COMPANY));
    const before = end();
    a.owner?.durability.closing(a.owner.db);
    a.owner?.db.close();
    rmSync(join(a.directory, "companies"), { recursive: true });
    a.owner?.durability.changed("companies/1");
    await until(() => end() > before);
    const again = start("b", { directory: b.directory });
    await until(() => again.node.applied === end() && again.node.isReady);
    await pass(5000);
    expect(again.broken).toBe(null);
  });
});

describe("a standby whose program is too old", () => {
  const NEWER = "its program is older than the files (companies/1/company.sqlite): upgrade it";
  const olderThan = (table: string): FileNodeOptions => {
    const options = {
      directory: "",
      openCopy(path: string) {
        const db = openDatabase(join(place(), path), { durability: "normal", readonly: true });
        const found = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table);
        db.close();
        return found ? NEWER : null;
      },
    };
    const place = () => nodes.at(-1)?.directory ?? "";
    return { openCopy: options.openCopy };
  };

  test("a node that cannot open the files logs that, stays a standby, and does not take the cell", async () => {
    const { a, b } = await pair(olderThan("of_a_newer_program"));
    a.owner?.db.exec("CREATE TABLE of_a_newer_program (x)");
    await write(a, "two");
    await until(() => !b.node.isReady);
    expect(b.node.problem).toBe(NEWER);
    await a.node.ownership.release("");
    await pass(20_000);
    expect(b.owner).toBe(null);
    expect(b.ended).toBe(null);
    const c = start("c");
    await until(() => c.owner !== null);
    expect(c.texts()).toEqual(["one", "two"]);
  });

  test("a node that cannot read the log keeps its copy and stays a standby", async () => {
    const { a, b } = await pair();
    const { body } = world.servers.messages.at(-1) ?? { body: new Uint8Array() };
    const newer = body.slice();
    newer[1] = 2;
    const { log } = world.servers.connect();
    a.cutLease();
    await log.append(newer, { expected: end(), id: "of a newer program", timeoutMs: 1000 });
    await until(() => b.node.problem !== null);
    await pass(20_000);
    expect(b.node.problem).toBe("its program is too old to read the log: upgrade it");
    expect({ owner: b.owner, ended: b.ended, broken: b.broken }).toEqual({
      owner: null,
      ended: null,
      broken: null,
    });
    expect(b.texts()).toEqual(["one"]);
  });

  test("a database of the copy that SQLite finds damaged asks for a new copy", async () => {
    const { b } = await pair();
    await b.stop();
    writeFileSync(join(b.directory, COMPANY), Buffer.alloc(8192, 7));
    const again = start("b", {
      directory: b.directory,
      openCopy(path) {
        const db = openDatabase(join(b.directory, path), { durability: "normal", readonly: true });
        db.prepare("SELECT count(*) FROM sqlite_schema").get();
        db.close();
        return null;
      },
    });
    await until(() => again.broken !== null);
    expect(again.node.isReady).toBe(false);
  });
});

describe("the lag of a standby", () => {
  test("the lag of a standby grows while it applies nothing or no server responds, and falls when the copy has everything", async () => {
    const disk: { apply: Error | null } = { apply: null };
    const { a, b } = await pair({ disk: faultyDisk(disk) });
    expect(b.node.lag.seconds).toBeLessThan(1);
    disk.apply = NO_ROOM;
    await write(a, "two");
    await pass(20_000);
    const first = b.node.lag.seconds;
    expect(first).toBeGreaterThan(15);
    await pass(10_000);
    expect(b.node.lag.seconds).toBeGreaterThan(first + 8);
    disk.apply = null;
    await until(() => b.node.isReady);
    await pass(3000);
    await write(a, "three");
    await pass(3000);
    expect(b.node.lag.seconds).toBeLessThan(2);
    b.cut(true);
    await pass(12_000);
    expect(b.node.lag.seconds).toBeGreaterThan(8);
  });

  test("a standby has no lag while its owner writes nothing for an hour", async () => {
    const { b } = await pair();
    for (let minute = 0; minute < 60; minute += 1) {
      clock.advance(60_000);
      await Bun.sleep(1);
    }
    await pass(3000);
    expect(b.node.lag.seconds).toBeLessThan(4);
  });
});

describe("the copy that was moved aside", () => {
  test("the replaced copy may be deleted once the new one was ready for a minute, not before", async () => {
    const { b } = await pair();
    await pass(30_000);
    expect(b.isProven).toBe(false);
    await until(() => b.isProven);
  });

  test("the replaced copy is kept while the new one is not ready", async () => {
    const { b } = await pair({ freeBytes: () => GIGABYTE / 2 }).catch(() => ({
      b: nodes.at(-1) as FileNode,
    }));
    await pass(90_000);
    expect(b.isProven).toBe(false);
  });
});
