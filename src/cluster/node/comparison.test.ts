import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryLeases, type MemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { createMemoryServers, type MemoryServers } from "#cluster/log/testing/memory-log.ts";
import { type Hasher, startHasher } from "#cluster/snapshot/hash-process.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { type Comparison, createComparison, isCompareNotice, isHashesNotice } from "./comparison.ts";
import { hashCopy } from "./hash-copy.ts";
import { publishHashes } from "./publish-hashes.ts";
import { type FileNode, type FileNodeOptions, startFileNode } from "./testing.ts";

const COMPANY = "companies/1/company.sqlite";
let clock: FakeClock;
let world: { clock: FakeClock; servers: MemoryServers; leases: MemoryLeases };
let nodes: FileNode[];
let hasher: Hasher | undefined;
beforeEach(() => {
  clock = fakeClock();
  world = { clock, servers: createMemoryServers(clock), leases: createMemoryLeases(clock) };
  nodes = [];
});
afterEach(async () => {
  hasher?.stop();
  await Promise.all(nodes.map((node) => node.stop()));
  for (const node of nodes) node.remove();
});

const start = (name: string, options?: FileNodeOptions): FileNode => {
  const node = startFileNode(name, world, options);
  nodes.push(node);
  return node;
};
async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 4000 && !isTrue(); turn += 1) {
    clock.advance(50);
    await Bun.sleep(1);
  }
  expect(isTrue()).toBe(true);
}

const shown = ({ compared, differing, complete }: Comparison) => ({ compared, differing, complete });

/** An owner, and a standby that compares its files. */
async function pair() {
  const comparison = createComparison();
  const found: string[] = [];
  const a = start("a");
  await until(() => a.owner !== null);
  const b = start("b", {
    async onNotice(notice, { isExact, signal }) {
      if (isCompareNotice(notice)) {
        const hashes = isExact ? await hashCopy(b.directory, notice.pieces, signal) : null;
        if (hashes) comparison.noteOwn(notice.id, hashes);
      } else if (isHashesNotice(notice)) found.push(...comparison.take(notice));
    },
  });
  await until(() => b.node.isReady);
  return { a, b, comparison, found };
}

/** Writes one row after the other, and checkpoints, until the hashes of all files are published. */
async function publishWhileWriting(a: FileNode) {
  const { owner } = a;
  if (!owner) throw new Error("no owner");
  hasher = startHasher(a.directory);
  let published: Awaited<ReturnType<typeof publishHashes>> | undefined;
  const publishing = publishHashes("run", { hasher, isOwner: () => true, notice: owner.notice }).then(
    (result) => {
      published = result;
    },
  );
  const insert = owner.db.prepare("INSERT INTO note VALUES (?)");
  let rows = 0;
  while (published === undefined) {
    insert.run(`row ${rows} ${"x".repeat(rows % 3000)}`);
    rows += 1;
    if (rows % 7 === 0) void owner.durability.durable(owner.db).catch(() => undefined);
    clock.advance(20);
    await Bun.sleep(0);
  }
  await publishing;
  expect(rows).toBeGreaterThan(20);
  return published;
}

test("every file is compared although the owner commits all the time", async () => {
  const { a, comparison, found, b } = await pair();
  expect(await publishWhileWriting(a)).toEqual({ pieces: 1, leftOut: 0, damaged: [] });
  const end = world.servers.messages.length;
  await until(() => b.node.applied >= end);
  expect(found).toEqual([]);
  expect(shown(comparison)).toEqual({ compared: 1, differing: 0, complete: "run" });
});

test("a changed byte in a file of the standby is found although the owner commits all the time", async () => {
  const { a, b, comparison, found } = await pair();
  a.owner?.db.exec("CREATE TABLE still (bytes BLOB); INSERT INTO still VALUES (randomblob(50000))");
  expect(await a.write("one")).toBe(true);
  await until(() => b.node.applied === world.servers.messages.length);
  const path = join(b.directory, COMPANY);
  const bytes = readFileSync(path);
  // In the middle of the large row, whose pages no commit writes again.
  bytes[bytes.length - 10_000] = (bytes.at(-10_000) ?? 0) ^ 1;
  writeFileSync(path, bytes);
  await publishWhileWriting(a);
  await until(() => found.length > 0);
  expect(found).toEqual([COMPANY]);
  expect(shown(comparison)).toMatchObject({ compared: 1, differing: 1 });
});

test("hashes without own ones of the same group are not compared", () => {
  const comparison = createComparison();
  const hashes = [{ path: "a", at: 0, hash: "1" }];
  comparison.noteOwn("earlier", [{ path: "a", at: 0, hash: "2", isLast: true }]);
  expect(comparison.take({ type: "hashes", run: "r", id: "later", hashes })).toEqual([]);
  expect(comparison.take({ type: "hashes", run: "r", id: "last", hashes: [], total: 1 })).toEqual([]);
  expect(shown(comparison)).toEqual({ compared: 0, differing: 0, complete: null });
});

test("a database that differs in several pieces is reported once", () => {
  const comparison = createComparison();
  const pieces = [0, 1, 2].map((at) => ({ path: "a", at, hash: "own", isLast: at === 2 }));
  comparison.noteOwn("1", pieces);
  const hashes = pieces.map(({ path, at }) => ({ path, at, hash: at === 1 ? "own" : "other" }));
  expect(comparison.take({ type: "hashes", run: "r", id: "1", hashes })).toEqual(["a"]);
  comparison.take({ type: "hashes", run: "r", id: "last", hashes: [], total: 3 });
  expect(shown(comparison)).toEqual({ compared: 3, differing: 1, complete: "r" });
  comparison.take({ type: "hashes", run: "next", id: "2", hashes: [] });
  expect(shown(comparison)).toEqual({ compared: 0, differing: 0, complete: "r" });
});

test("a copy ends its reading when a takeover waits", async () => {
  const { b } = await pair();
  const ended = AbortSignal.abort();
  expect(await hashCopy(b.directory, [{ path: COMPANY, at: 0 }], ended)).toBe(null);
});
