import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderObjects } from "#cluster/archive/folder-objects.ts";
import type { ObjectStore } from "#cluster/archive/objects.ts";
import { createMemoryServers } from "#cluster/log/testing/memory-log.ts";
import { publishHashes } from "#cluster/node/publish-hashes.ts";
import { fakeClock } from "#platform/clock.ts";
import { openDatabase } from "#platform/db/open.ts";
import { FIRST_LINK } from "#platform/db/ship/format.ts";
import { createBatchSeal } from "#platform/db/ship/seal.ts";
import { type CellManifest, createSnapshotList, noteTested } from "./cell-snapshots.ts";
import { createChunkSeal } from "./chunk-seal.ts";
import { copyCell, listChunks } from "./copy-cell.ts";
import { startHasher } from "./hash-process.ts";
import { readManifest, storeManifest } from "./manifest.ts";
import { readPlainFile } from "./plain-file.ts";
import { mayPurgeUpTo, unneeded } from "./policy.ts";
import { restoreCopy } from "./restore-copy.ts";
import { testSnapshot } from "./verify.ts";

const KEY = "a key that only the tests know, 32 long";
const seal = createChunkSeal(KEY);
let root: string;
let directory: string;
let storage: string;
let store: ObjectStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "balcao-damage-"));
  [directory, storage] = [join(root, "data"), join(root, "store")];
  store = folderObjects(storage);
  mkdirSync(directory);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const { log } = createMemoryServers(fakeClock()).connect();
/** Rows of random bytes, and a snapshot of them. */
async function snapshot(validMs: number, sequence = 0): Promise<string> {
  const db = openDatabase(join(directory, "system.sqlite"), { durability: "full" });
  db.exec("CREATE TABLE IF NOT EXISTS big (bytes BLOB)");
  db.exec("INSERT INTO big VALUES (randomblob(1500000))");
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  const known = await listChunks(store, 1);
  const { files } = await copyCell({ directory, cell: 1, store, seal, known, openFile: readPlainFile });
  return await storeManifest(store, seal, {
    format: 1,
    installation: "shop",
    cell: 1,
    product: "test",
    from: { epoch: 1, number: 1, chain: "0" },
    fromMs: validMs,
    to: 1,
    validMs,
    files,
    log: { from: sequence, to: sequence, node: "b" },
  });
}
const testOf = async (name: string, freeBytes?: () => number) =>
  testSnapshot({
    ...(freeBytes && { freeBytes }),
    store,
    seal,
    batchSeal: createBatchSeal({ cell: 1, current: KEY }),
    log,
    manifest: (await readManifest(store, seal, name)) as CellManifest,
    directory: join(root, "check"),
  });
const chunkNames = async (name: string) =>
  (await readManifest(store, seal, name)).files.flatMap(({ chunks }) => chunks);
/** Changes one byte of a stored object. */
function damage(name: string): void {
  const path = join(storage, name);
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  rmSync(path);
  writeFileSync(path, bytes);
}
const restore = (into: string) => {
  const warnings: string[] = [];
  const journal = { info() {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? "") };
  const done = restoreCopy({
    directory: into,
    cell: 1,
    store,
    seal,
    log,
    journal: journal as never,
    oldCopy: join(root, "none"),
    onProgress() {},
  });
  return { done, warnings };
};

describe("a snapshot that a small disk could only read", () => {
  test("a snapshot that was only read does not count as verified: the log is not shortened up to it until a node restores it", async () => {
    const list = createSnapshotList(store, seal, 1);
    const extent = { first: 1, last: 10, bytes: 90, maxBytes: 100 };
    const purgeable = async () =>
      mayPurgeUpTo({ log: extent, snapshots: await list.read(), others: [], archived: null });
    const name = await snapshot(1000, 5);
    const { verified } = await testOf(name, () => 0);
    expect([verified, await noteTested(store, 1, name, verified)]).toEqual(["read", false]);
    expect((await list.read()).map(({ isVerified }) => isVerified)).toEqual([false]);
    expect(await purgeable()).toBeNull();
    expect(await noteTested(store, 1, name, "restored")).toBe(true);
    expect(await purgeable()).toBe(5);
  });
});

describe("a damaged snapshot", () => {
  test("a snapshot with a changed chunk fails its test, and the next snapshot stores that content again", async () => {
    const name = await snapshot(1000);
    expect(await testOf(name)).toEqual({ verified: "restored", damaged: null });
    const [chunk = ""] = await chunkNames(name);
    damage(`1/chunks/${chunk}`);
    expect((await testOf(name)).damaged).toContain("was changed");
    expect(existsSync(join(storage, "1/chunks", chunk))).toBe(false);
    expect((await testOf(name)).damaged).toContain("is missing");
    const known = await listChunks(store, 1);
    await copyCell({ directory, cell: 1, store, seal, known, openFile: readPlainFile });
    expect(await testOf(name)).toEqual({ verified: "restored", damaged: null });
  });

  test.each([
    ["a page", 4096],
    ["the header", 0],
  ])("a snapshot of a file with damage in %s fails its test, and its chunks stay", async (_, from) => {
    await snapshot(1000);
    const path = join(directory, "system.sqlite");
    const bytes = readFileSync(path);
    bytes.fill(0xff, from, from + 100);
    writeFileSync(path, bytes);
    const known = await listChunks(store, 1);
    const { files } = await copyCell({ directory, cell: 1, store, seal, known, openFile: readPlainFile });
    const [sound = ""] = readdirSync(join(storage, "1/snapshots"));
    const manifest = await readManifest(store, seal, `1/snapshots/${sound}`);
    const name = await storeManifest(store, seal, { ...manifest, validMs: 2000, files });
    const before = readdirSync(join(storage, "1/chunks")).length;
    expect((await testOf(name)).damaged).toContain("integrity_check");
    expect(readdirSync(join(storage, "1/chunks")).length).toBe(before);
  });

  test("a new node refuses a damaged snapshot and uses an older one", async () => {
    const older = await snapshot(1000);
    const newer = await snapshot(2000);
    const shared = new Set(await chunkNames(older));
    const own = (await chunkNames(newer)).find((chunk) => !shared.has(chunk)) ?? "";
    damage(`1/chunks/${own}`);
    const into = join(root, "new");
    const { done, warnings } = restore(into);
    expect(await done).toBeDefined();
    expect(warnings).toEqual(["the snapshot cannot be restored; an older one is tried"]);
    expect(readFileSync(join(into, "restoring"), "utf8")).toContain(older);

    damage(newer);
    const again = restore(join(root, "another"));
    expect(await again.done).toBeDefined();
    expect(again.warnings).toEqual(["the snapshot is damaged; an older one is tried"]);
  });

  test("a snapshot with a changed manifest does not prevent reading the others, and is removed in the next clean-up", async () => {
    const [older, newer] = [await snapshot(1000), await snapshot(2000)];
    damage(older);
    const known = await createSnapshotList(store, seal, 1).read();
    expect(known.map(({ name }) => name)).toEqual([older, newer]);
    const tested = known.map((one) => ({ ...one, isVerified: one.name === newer }));
    expect(unneeded(tested, { first: 1, last: 0, bytes: 0, maxBytes: 0 })).toEqual([older]);
  });
});

describe("hashes of an owner's files", () => {
  test("hashes of an owner's files omit a database in which SQLite finds damage, so that no standby discards its copy", async () => {
    await snapshot(1000);
    const hasher = startHasher(directory);
    const publish = () =>
      publishHashes("run", {
        hasher,
        isOwner: () => true,
        notice: async () => ({
          ...{ sequence: 1, installation: "shop", isOwner: true, ...FIRST_LINK },
          files: new Map([["system.sqlite", { salt: 0n, frame: 0 }]]),
        }),
      });
    expect(await publish()).toEqual({ pieces: 1, leftOut: 0, damaged: [] });
    const path = join(directory, "system.sqlite");
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096, 4196);
    writeFileSync(path, bytes);
    expect(await publish()).toEqual({ pieces: 0, leftOut: 0, damaged: ["system.sqlite"] });
    hasher.stop();
  });
});
