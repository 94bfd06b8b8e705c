import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { program } from "#test/helpers/server-process.ts";
import { BackupError } from "./archive/errors.ts";
import { restoreAll } from "./restore/restore.ts";
import { verify } from "./restore/verify.ts";
import { findRun } from "./run/runs.ts";
import { folderStore } from "./store/folder.ts";
import type { Store } from "./store/store.ts";
import { backUpApp, fillCompany, KEY, scratch, writeMedia } from "./testing.ts";

// A restore leaves out a damaged company and names it. An error of the machine or the store ends the restore instead:
// the backup may be intact, and an installation must not be replaced by one without half of its companies.

const directories = scratch();
const disk = directories.next();
mkdirSync(disk, { mode: 0o700 });
const mount = ["mount", "-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs", disk];
const mounted = Bun.spawnSync(mount, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
afterAll(() => {
  if (mounted) Bun.spawnSync(["umount", "-l", disk]);
  directories.remove();
});

let app: TestApp;
let store: Store;
let companies: readonly number[];
beforeEach(async () => {
  app = await startTestApp({ directory: directories.next() });
  store = folderStore(join(app.directory, "backups"));
  companies = [(await fillCompany(app)).tenant.id, (await fillCompany(app)).tenant.id];
  await backUpApp(app);
});
afterEach(() => app.stop());

const restoreTo = async (dataDirectory: string, from: Store, overwrite = false) =>
  restoreAll({
    dataDirectory,
    store: from,
    run: await findRun(store, {}),
    appSecret: KEY,
    passphrase: null,
    dryRun: false,
    overwrite,
    jobs: [],
    now: app.clock.now,
    onLine: () => {},
  });

const namesIn = (directory: string): readonly string[] =>
  (readdirSync(directory, { recursive: true }) as string[])
    .filter((name) => !name.startsWith("lock."))
    .sort();

function bytesBelow(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0);
}

/** Fills the disk until this many bytes are free. */
function leave(bytes: number): void {
  const ballast = join(disk, "ballast");
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - bytes));
}

test.skipIf(!mounted)(
  `a disk that gets full after the first company ends a restore, and the existing data stays complete${mounted ? "" : " (skipped: this user may not mount a file system)"}`,
  async () => {
    const there = join(disk, "data");
    expect(await restoreTo(there, store)).toEqual([]);
    const before = namesIn(there);
    const [first = 0, second = 0] = companies.map((id) => bytesBelow(join(there, "companies", String(id))));
    leave(bytesBelow(join(there, "system.sqlite")) + first + second / 2);
    await expect(restoreTo(there, store, true)).rejects.toThrow("no space is left on its disk");
    expect(namesIn(there)).toEqual(before);
    const run = await findRun(store, {});
    leave(100_000);
    await expect(verify({ store, run, dataDirectory: there, everyByte: true })).rejects.toThrow("no space");
    expect(namesIn(there)).toEqual(before);
  },
  60_000,
);

test("a store that fails after the first company ends a restore and a check; a missing file does not", async () => {
  const lost = `companies/${companies[1]}/company.sqlite.zst`;
  const failing = (error: BackupError): Store => ({
    ...store,
    read: (name) => (name.endsWith(lost) ? Promise.reject(error) : store.read(name)),
  });
  const silent = failing(new BackupError("s3://backups/: ConnectionRefused", "failed"));
  const there = directories.next();
  await expect(restoreTo(there, silent)).rejects.toThrow("ConnectionRefused");
  expect(namesIn(there).filter((name) => name.startsWith("companies"))).toEqual([]);
  const run = await findRun(store, {});
  await expect(verify({ store: silent, run, dataDirectory: there, everyByte: false })).rejects.toThrow();
  const problems = await restoreTo(there, failing(new BackupError(`${lost} is missing`)));
  expect(problems).toEqual([expect.stringContaining(`${lost} is missing`)]);
  expect(readdirSync(join(there, "companies"))).toEqual([String(companies[0])]);
});

test("a company that the store rejects does not stop the backup of the others", async () => {
  const [first = 0, second = 0] = companies;
  const tenants = companies.map((id) => app.installation.tenants.open(id));
  for (const tenant of tenants)
    for (let n = 100; n < 600; n += 1) writeMedia(tenant, `2026-11/known-${n}.jpg`, `picture ${n}`);
  await backUpApp(app);
  // A directory blocks the path of a new file, after known files whose list lines are still being written.
  for (const tenant of tenants) writeMedia(tenant, "2026-11/new.jpg", "a new picture");
  mkdirSync(join(app.directory, "backups", "media", String(first), "2026-11", "new.jpg"));
  const env = { ...process.env, DATA_DIR: app.directory, APP_SECRET: KEY, LOG_LEVEL: "silent" };
  const child = Bun.spawn(program("backup"), { env, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(await child.exited).toBe(1);
  expect(err.trim().split("\n")).toEqual([
    expect.stringMatching(new RegExp(`^company ${first} .*new\\.jpg`)),
  ]);
  expect(out).toContain(`company ${second} `);
  const run = await findRun(store, {});
  expect(run.companies).toMatchObject([{ error: expect.any(String) }, { id: second, error: null }]);
}, 60_000);
