import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { copyCell, listChunks } from "#cluster/snapshot/copy-cell.ts";
import { storeManifest } from "#cluster/snapshot/manifest.ts";
import { scheduleCheckpoint, waitForCheckpoint } from "#platform/db/checkpoint/checkpoints.ts";
import type { Durability } from "#platform/db/durability/durability.ts";
import { createLocalDurability } from "#platform/db/durability/local.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { createBatchSeal } from "#platform/db/ship/seal.ts";
import { lockDirectory } from "#tenants/lock.ts";
import { type Archiver, createArchiver } from "./archiver.ts";
import type { ArchiverOptions } from "./archiver-steps.ts";
import { claimEpoch } from "./epoch.ts";
import { folderObjects } from "./folder-objects.ts";
import type { ObjectStore } from "./objects.ts";
import { prune } from "./prune.ts";
import { restorePoint } from "./restore-point.ts";

const KEY = "an installation key of the tests";
const seal = createChunkSeal(KEY);
const batchSeal = createBatchSeal({ cell: 1, current: KEY });
const root = mkdtempSync(join(tmpdir(), "balcao-archiver-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const START = Date.UTC(2026, 10, 20, 14, 0, 0);
const SECONDS = Number(process.env["ARCHIVE_SECONDS"] ?? 90);
const DAY_MS = 86_400_000;
const PATHS = ["system.sqlite", "companies/1/company.sqlite", "companies/2/company.sqlite"];

let directory: string;
let store: ObjectStore;
let clock: number;
beforeEach(() => {
  directory = join(root, crypto.randomUUID());
  mkdirSync(directory);
  store = folderObjects(join(root, crypto.randomUUID()));
  clock = START;
});

/** One process that writes the files of a cell and archives them. */
interface Machine {
  readonly archiver: Archiver;
  readonly files: Map<string, Sqlite>;
  open(path: string): Sqlite;
  close(path: string): void;
  snapshot(): Promise<void>;
  stop(): Promise<void>;
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

async function start(options: Partial<ArchiverOptions> = {}): Promise<Machine> {
  const archiver = createArchiver({
    dataDirectory: directory,
    store,
    seal: batchSeal,
    cell: 1,
    installation: "test",
    node: "a",
    log: quiet,
    now: () => clock,
    spoolBytes: 1e9,
    captureMs: 5,
    uploadMs: 20,
    ...options,
  });
  const durability: Durability = createLocalDurability(archiver.shipper);
  const files = new Map<string, Sqlite>();
  const machine: Machine = {
    archiver,
    files,
    open(path) {
      mkdirSync(join(directory, path, ".."), { recursive: true });
      const db = openDatabase(join(directory, path), { ...durability.opening, checkpoints: "beside" });
      db.exec("CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, text TEXT)");
      durability.opened(db);
      files.set(path, db);
      return db;
    },
    close(path) {
      const db = files.get(path);
      if (!db) return;
      files.delete(path);
      waitForCheckpoint(db);
      durability.closing(db);
      db.close();
    },
    async snapshot() {
      const from = await archiver.upload();
      if (!from) throw new Error("nothing is archived");
      const { files: copied } = await copyCell({
        directory,
        cell: 1,
        store,
        seal,
        known: await listChunks(store, 1),
      });
      write(machine, "system.sqlite", 3);
      const to = await archiver.upload();
      await storeManifest(store, seal, {
        format: 1,
        installation: "test",
        cell: 1,
        product: "test",
        from: { epoch: from.epoch, number: from.number, chain: from.chain.toString(16) },
        fromMs: from.capturedAtMs,
        to: to?.number ?? 0,
        validMs: to?.capturedAtMs ?? 0,
        files: copied,
      });
      archiver.snapshotStored(clock);
    },
    async stop() {
      for (const path of [...files.keys()]) machine.close(path);
      await archiver.stop(3000);
    },
  };
  return machine;
}

function write(machine: Machine, path: string, rows: number): void {
  const db = machine.files.get(path) ?? machine.open(path);
  db.transaction(() => {
    const insert = db.prepare("INSERT INTO line (text) VALUES (?)");
    for (let at = 0; at < rows; at += 1)
      insert.run(crypto.randomUUID().repeat(1 + Math.floor(Math.random() * 9)));
    if (Math.random() < 0.3) db.prepare("DELETE FROM line WHERE id % 7 = 3").run();
  })();
  if (Math.random() < 0.02) db.exec("VACUUM");
  scheduleCheckpoint(db);
}

/** Hash of every file, which the restored files are compared with. */
const book = (machine: Machine): Record<string, string> =>
  Object.fromEntries(
    PATHS.flatMap((path) => {
      const db = machine.files.get(path);
      return db ? [[path, Bun.hash(db.serialize()).toString(16)]] : [];
    }),
  );
const began = async ({ archiver }: Machine) => {
  while (!archiver.state.isArchiving) await Bun.sleep(2);
};
const restoredAt = async (atMs: number, isWanted?: (path: string) => boolean) => {
  const target = join(root, crypto.randomUUID());
  mkdirSync(target);
  const point = await restorePoint({
    store,
    seal,
    batchSeal,
    cell: 1,
    atMs,
    nowMs: clock,
    directory: target,
    ...(isWanted && { isWanted }),
  });
  const content = Object.fromEntries(
    PATHS.filter((path) => existsSync(join(target, path))).map((path) => [
      path,
      Bun.hash(readFileSync(join(target, path))).toString(16),
    ]),
  );
  rmSync(target, { recursive: true });
  return { point, content };
};

describe("continuous archive", () => {
  test("a restore to each of 50 random seconds equals the files of that second, byte for byte", async () => {
    let machine = await start();
    for (const path of PATHS) machine.open(path);
    machine.archiver.start();
    await began(machine);
    await machine.snapshot();
    const pages = new Map<number, Record<string, string>>();
    for (let second = 1; second <= SECONDS; second += 1) {
      for (let commit = 0; commit < 8; commit += 1)
        write(machine, PATHS[Math.floor(Math.random() * 3)] ?? "", Math.ceil(Math.random() * 60));
      if (second % 11 === 0) machine.close(PATHS[2] ?? "");
      if (second % 11 === 0) machine.open(PATHS[2] ?? "");
      clock = START + second * 1000;
      await machine.archiver.upload();
      pages.set(second, book(machine));
      // Changes after the end of a second belong to the next second.
      clock += 1;
      if (second % 25 === 0) await machine.snapshot();
      if (second % 40 === 0) {
        await machine.stop();
        machine = await start();
        for (const path of PATHS) machine.open(path);
        machine.archiver.start();
        await began(machine);
      }
    }
    await machine.stop();
    const seconds = [...pages.keys()].sort(() => Math.random() - 0.5).slice(0, 50);
    for (const second of seconds)
      expect((await restoredAt(START + second * 1000)).content, `second ${second}`).toEqual(
        pages.get(second) ?? {},
      );
    expect(seconds).toHaveLength(50);
  }, 120_000);

  test("a batch that is missing or changed in the storage ends a restore before it, with the reason", async () => {
    const machine = await start();
    for (const path of PATHS) machine.open(path);
    machine.archiver.start();
    await began(machine);
    await machine.snapshot();
    for (let second = 1; second <= 6; second += 1) {
      clock = START + second * 1000;
      write(machine, "system.sqlite", 5);
      await machine.archiver.upload();
    }
    await machine.stop();
    expect((await restoredAt(clock)).point).toMatchObject({ gap: null, reachedMs: START + 6000 });
    const names: string[] = [];
    for await (const { name } of store.list("1/log/")) names.push(name);
    const fourth = names.find((name) => name.endsWith(String(START + 4000))) ?? "";
    await store.remove(fourth);
    const { point } = await restoredAt(clock);
    expect(point).toMatchObject({ gap: expect.stringContaining("gap"), reachedMs: START + 3000 });
  });

  test("a restored copy of the directory on a second machine takes the archive over, and the first one stops archiving", async () => {
    const first = await start();
    first.open("system.sqlite");
    first.archiver.start();
    await began(first);
    await first.archiver.upload();
    const second = await start({ dataDirectory: join(root, crypto.randomUUID()), node: "b" });
    second.archiver.start();
    while (!second.archiver.state.isArchiving) await Bun.sleep(2);
    expect(await claimEpoch(store, 1, { installation: "test", node: "c", startedAtMs: 0 })).toBe(3);
    await first.archiver.checkOwner();
    expect(first.archiver.state).toMatchObject({ isSuperseded: true, isArchiving: false });
    // The first machine still checkpoints its files.
    write(first, "system.sqlite", 5);
    while (first.archiver.shipper.isDirty) await Bun.sleep(2);
    await first.stop();
    await second.stop();
  });

  test("changes wait on the disk while the storage does not respond, and are archived afterwards", async () => {
    let isAway = false;
    const real = store;
    const flaky: ObjectStore = {
      ...real,
      create: (name, bytes) => (isAway ? Promise.reject(new Error("away")) : real.create(name, bytes)),
    };
    const machine = await start({ store: flaky });
    machine.open("system.sqlite");
    machine.archiver.start();
    await began(machine);
    await machine.snapshot();
    isAway = true;
    for (let second = 1; second <= 5; second += 1) {
      clock = START + second * 1000;
      write(machine, "system.sqlite", 20);
      await machine.archiver.flush();
    }
    await expect(machine.archiver.upload()).rejects.toThrow("away");
    expect(machine.archiver.state.lagSeconds).toBeGreaterThanOrEqual(3);
    expect(machine.archiver.state.spoolBytes).toBeGreaterThan(0);
    isAway = false;
    await machine.archiver.upload();
    expect(machine.archiver.state).toMatchObject({ lagSeconds: 0, spoolBytes: 0 });
    const page = book(machine);
    await machine.stop();
    expect((await restoredAt(clock)).content).toEqual(page);
  });

  test("a full spool is dropped, and the archive begins again with a snapshot", async () => {
    let isAway = false;
    const real = store;
    const flaky: ObjectStore = {
      ...real,
      create: (name, bytes) => (isAway ? Promise.reject(new Error("away")) : real.create(name, bytes)),
    };
    const machine = await start({ store: flaky, spoolBytes: 20_000 });
    machine.open("system.sqlite");
    machine.archiver.start();
    await began(machine);
    await machine.snapshot();
    isAway = true;
    write(machine, "system.sqlite", 3000);
    while (machine.archiver.state.isArchiving) await Bun.sleep(5);
    isAway = false;
    await began(machine);
    expect(machine.archiver.state.needsSnapshot).toBe(true);
    clock += 5000;
    await machine.snapshot();
    const page = book(machine);
    await machine.stop();
    expect((await restoredAt(clock)).content).toEqual(page);
  }, 30_000);

  test("the archive continues after a stop; after a power cut or changes by another program it begins with a snapshot", async () => {
    const run = async (isTaken = true) => {
      const machine = await start();
      machine.open("system.sqlite");
      machine.archiver.start();
      await began(machine);
      const { needsSnapshot } = machine.archiver.state;
      clock += 1000;
      if (isTaken) await machine.snapshot();
      await machine.stop();
      return needsSnapshot;
    };
    expect(await run(false)).toBe(true);
    expect(await run(), "stopped before the snapshot was taken").toBe(true);
    expect(await run()).toBe(false);
    // As after a start of the machine while the process ran.
    writeFileSync(join(directory, "archive/running"), "another boot");
    expect(await run()).toBe(true);
    expect(await run()).toBe(false);
    lockDirectory(directory, { isArchived: true })();
    expect(await run()).toBe(false);
    lockDirectory(directory)();
    expect(await run()).toBe(true);
  });

  test("one company is restored with its own files only", async () => {
    const machine = await start();
    for (const path of PATHS) machine.open(path);
    machine.archiver.start();
    await began(machine);
    await machine.snapshot();
    for (const path of PATHS) write(machine, path, 9);
    await machine.archiver.upload();
    const page = book(machine);
    await machine.stop();
    const { content } = await restoredAt(clock, (path) => path.startsWith("companies/2/"));
    expect(content).toEqual({ "companies/2/company.sqlite": page["companies/2/company.sqlite"] ?? "" });
  });

  test("pruning keeps every second of the kept days and removes what is older", async () => {
    const machine = await start();
    for (const path of PATHS) machine.open(path);
    machine.archiver.start();
    await began(machine);
    const pages = new Map<number, Record<string, string>>();
    for (let day = 0; day < 6; day += 1) {
      clock = START + day * DAY_MS;
      await machine.snapshot();
      clock += 60_000;
      write(machine, "companies/1/company.sqlite", 30);
      await machine.archiver.upload();
      pages.set(clock, book(machine));
    }
    await machine.stop();
    const pruned = await prune({ store, seal, cell: 1, days: 2, nowMs: clock });
    expect(pruned).toMatchObject({ snapshots: 3 });
    expect(pruned.segments).toBeGreaterThan(3);
    expect(pruned.chunks).toBeGreaterThan(0);
    for (const [at, page] of pages)
      if (at >= clock - 2 * DAY_MS) expect((await restoredAt(at)).content).toEqual(page);
      else await expect(restoredAt(at)).rejects.toThrow(/begins at/);
    expect(await prune({ store, seal, cell: 1, days: 2, nowMs: clock })).toMatchObject({ snapshots: 0 });
  });
});
