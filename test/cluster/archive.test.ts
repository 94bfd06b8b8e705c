import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive } from "#cluster/archive/open-archive.ts";
import { restorePoint } from "#cluster/archive/restore-point.ts";
import { loadConfig } from "#config.ts";
import { openDatabase } from "#platform/db/open.ts";
import { program, ServerProcess } from "#test/helpers/server-process.ts";

// A provider with one machine and a folder: the server is killed, its disk is lost, and the archive brings it back.
const KILLS = Number(process.env["FAULT_KILLS"] ?? 3);
const KEY = "the key of the operator, kept elsewhere";
let elsewhere: string;
let server: ServerProcess;
/** When the server answered that a tag was created, ms, by the name of the tag. */
const book = new Map<string, number>();
/** When the request of each was sent, ms. */
const asked = new Map<string, number>();

beforeAll(async () => {
  elsewhere = mkdtempSync(join(tmpdir(), "balcao-archive-"));
  server = new ServerProcess({ env: { ARCHIVE_DIR: join(elsewhere, "archive"), APP_SECRET: KEY } });
  await server.start();
  await server.signIn();
}, 30_000);
afterAll(async () => {
  await server?.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

const snapshots = () => {
  const folder = join(elsewhere, "archive/1/snapshots");
  return existsSync(folder) ? readdirSync(folder).length : 0;
};
const createTags = async (forMs: number) => {
  for (const end = Date.now() + forMs; Date.now() < end; ) {
    const name = `tag ${book.size}`;
    asked.set(name, Date.now());
    await server.call("POST", "/tags", { name });
    book.set(name, Date.now());
    await Bun.sleep(40);
  }
};
const tagsIn = (directory: string): readonly string[] => {
  const path = join(directory, "companies/1/company.sqlite");
  const db = openDatabase(path, { durability: "normal", readonly: true });
  const rows = db.prepare("SELECT name FROM tag WHERE name LIKE 'tag %' ORDER BY id").all() as {
    name: string;
  }[];
  db.close();
  return rows.map(({ name }) => name);
};
const balcao = async (directory: string, ...words: readonly string[]) => {
  const child = Bun.spawn(program(...words), {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: directory,
      ARCHIVE_DIR: join(elsewhere, "archive"),
      APP_SECRET: KEY,
      LOG_LEVEL: "silent",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
};
const data = () => join(server.directory, "data");
/** Tags whose answer came up to this time. */
const until = (ms: number) => [...book].filter(([, at]) => at <= ms).map(([name]) => name);

test("writes acknowledged two seconds before the loss of the machine are in the restored installation", async () => {
  while (snapshots() === 0) await Bun.sleep(50);
  await createTags(4000);
  const killedAt = Date.now();
  await server.kill();
  const target = join(elsewhere, "restored");
  const restored = await balcao(target, "restore", "--archive");
  expect(restored).toMatchObject({ code: 0, err: "" });
  const tags = tagsIn(target);
  expect(tags).toEqual(expect.arrayContaining(until(killedAt - 2000)));
  expect(until(killedAt - 2000).length).toBeGreaterThan(10);
}, 60_000);

test("the next start continues the archive without a new snapshot, and a restore reaches any second of both", async () => {
  const before = snapshots();
  await server.start();
  await server.signIn();
  await createTags(3000);
  await Bun.sleep(2000);
  expect(snapshots()).toBe(before);
  const times = [...book.values()].sort((a, b) => a - b);
  for (const at of [times[10] ?? 0, times[Math.floor(times.length / 2)] ?? 0, times.at(-5) ?? 0]) {
    const second = Math.floor(at / 1000) * 1000;
    const target = join(elsewhere, `at-${second}`);
    const restored = await balcao(target, "restore", "--archive", "--at", new Date(second).toISOString());
    expect(restored).toMatchObject({ code: 0, err: "" });
    const tags = tagsIn(target);
    // A time without milliseconds means the whole second; a commit is captured within a second, also on a busy machine.
    expect(tags, "everything of the second before").toEqual(expect.arrayContaining(until(second)));
    expect(
      tags.filter((name) => (asked.get(name) ?? 0) > second + 1000),
      "nothing of the second behind",
    ).toEqual([]);
  }
}, 60_000);

test("after kills at any moment the restored files equal those of the server, byte for byte", async () => {
  const before = snapshots();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await createTags(300 + Math.random() * 900);
    await server.kill();
    await server.start();
    await server.signIn();
  }
  await createTags(500);
  expect(await server.stop()).toBe(0);
  expect(snapshots(), "no kill interrupts the archive").toBe(before);
  const target = join(elsewhere, "equal");
  expect(await balcao(target, "restore", "--archive", "--dry-run")).toMatchObject({ code: 0, err: "" });
  mkdirSync(target, { recursive: true });
  const archive = openArchive(
    loadConfig({ DATA_DIR: target, ARCHIVE_DIR: join(elsewhere, "archive"), APP_SECRET: KEY }),
  );
  await restorePoint({ ...archive, atMs: Date.now(), directory: target });
  for (const path of ["system.sqlite", "companies/1/company.sqlite"])
    expect(readFileSync(join(target, path)).equals(readFileSync(join(data(), path))), path).toBe(true);
  await server.start();
  await server.signIn();
}, 600_000);

test("one company is restored to an earlier second, and the other companies do not change", async () => {
  const middle = [...book.values()][Math.floor(book.size / 3)] ?? 0;
  const second = Math.floor(middle / 1000) * 1000;
  await server.stop();
  const refused = await balcao(data(), "restore", "--archive", "--company", "1");
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("--overwrite")]);
  const words = [
    "restore",
    "--archive",
    "--at",
    new Date(second).toISOString(),
    "--company",
    "1",
    "--overwrite",
  ];
  const tried = await balcao(data(), ...words, "--dry-run");
  expect(tried).toMatchObject({ code: 0, err: "" });
  expect(tagsIn(data())).toHaveLength(book.size);
  expect(await balcao(data(), ...words)).toMatchObject({ code: 0, err: "" });
  const tags = tagsIn(data());
  expect(tags).toEqual(expect.arrayContaining(until(second)));
  expect(tags.length).toBeLessThan(book.size);
  const before = snapshots();
  await server.start();
  await server.signIn();
  // The command changed files without the archive: it begins again with a snapshot.
  while (snapshots() === before) await Bun.sleep(50);
}, 60_000);

test("a command for another time, key or place explains what to do and changes nothing", async () => {
  const empty = join(elsewhere, "empty");
  const early = await balcao(empty, "restore", "--archive", "--at", "2020-01-01 00:00");
  expect([early.code, early.err]).toEqual([1, expect.stringContaining("begins at")]);
  const unclear = await balcao(empty, "restore", "--archive", "--at", "yesterday");
  expect([unclear.code, unclear.err]).toEqual([1, expect.stringContaining("is not a time")]);
  const missing = await balcao(empty, "restore", "--archive", "--company", "99");
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("did not exist")]);
  const inUse = await balcao(data(), "restore", "--archive", "--overwrite");
  expect([inUse.code, inUse.err]).toEqual([1, expect.stringContaining("in use by another process")]);
  expect(existsSync(join(empty, "system.sqlite"))).toBe(false);
}, 60_000);
