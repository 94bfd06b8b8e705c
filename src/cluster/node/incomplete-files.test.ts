import { afterEach, beforeEach, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { createMemoryServers } from "#cluster/log/testing/memory-log.ts";
import { fakeClock } from "#platform/clock.ts";
import { openDatabase } from "#platform/db/open.ts";
import { type FileNode, startFileNode } from "./testing.ts";

/** docs/rules/cluster.md#pieces */

const FOLDER = "companies/7";
const PATH = `${FOLDER}/company.sqlite`;
const MIB = 1024 * 1024;

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

const start = (name: string, options?: Parameters<typeof startFileNode>[2]) => {
  const node = startFileNode(name, world, options);
  nodes.push(node);
  return node;
};
/** Lets time pass until the condition holds. */
async function until(isTrue: () => boolean, limitMs = 60_000): Promise<void> {
  for (let passed = 0; passed < limitMs && !isTrue(); passed += 50) {
    clock.advance(50);
    await Bun.sleep(1);
  }
  expect(isTrue()).toBe(true);
}

/** Puts a folder with a database of this size into place. */
function place({ directory }: FileNode, mebibytes: number): void {
  mkdirSync(join(directory, FOLDER), { recursive: true });
  const db = openDatabase(join(directory, PATH), { durability: "normal" });
  db.exec("CREATE TABLE file (bytes BLOB)");
  for (let n = 0; n < mebibytes; n += 1) db.prepare("INSERT INTO file VALUES (?)").run(randomBytes(MIB));
  db.close();
}

const isEqual = (one: FileNode, other: FileNode) =>
  existsSync(join(other.directory, PATH)) &&
  readFileSync(join(one.directory, PATH)).equals(readFileSync(join(other.directory, PATH)));

async function startPair(): Promise<readonly [FileNode, FileNode]> {
  const a = start("a");
  await until(() => a.owner !== null);
  const b = start("b");
  expect(await a.write("before")).toBe(true);
  await until(() => b.node.applied === a.node.heartbeat().applied["1"]);
  return [a, b];
}

test("a standby has a database that was stored in pieces byte for byte, and its owner answers others meanwhile", async () => {
  const [a, b] = await startPair();
  place(a, 8);
  let isStored = false;
  const stored = a.owner?.durability.placed?.(FOLDER).then(() => {
    isStored = true;
  });
  let answered = 0;
  while (!isStored) {
    clock.advance(10);
    if (await a.write(`note ${answered}`)) answered += 1;
  }
  await stored;
  expect(answered).toBeGreaterThan(3);
  await until(() => b.node.applied === a.node.heartbeat().applied["1"]);
  expect(isEqual(a, b)).toBe(true);
  expect(b.broken).toBe(null);
});

test("the next owner removes a database of which the former one stored only some pieces, here and in the log", async () => {
  const [a, b] = await startPair();
  place(a, 8);
  const from = a.node.heartbeat().applied["1"] ?? 0;
  const stored = a.owner?.durability.placed?.(FOLDER);
  stored?.catch(() => undefined);
  await until(
    () => (a.node.heartbeat().applied["1"] ?? 0) >= from + 3 && existsSync(join(b.directory, PATH)),
  );
  a.cut(true);
  await until(() => b.owner !== null);
  expect(isEqual(a, b)).toBe(false);
  expect(existsSync(join(b.directory, PATH))).toBe(false);
  expect(await b.write("after")).toBe(true);
  expect(b.texts()).toContain("after");
  const c = start("c");
  await until(() => c.node.applied === b.node.heartbeat().applied["1"]);
  expect(existsSync(join(c.directory, PATH))).toBe(false);
  expect([b.broken, c.broken]).toEqual([null, null]);
  await expect(stored).rejects.toThrow();
});
