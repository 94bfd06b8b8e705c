import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setting, writeSetting } from "#accounts/settings/index.ts";
import { restoreAll } from "#operations/backups/restore/restore.ts";
import { folderStore } from "#operations/backups/store/folder.ts";
import { backUpApp, fillCompany, proxyOf, SECRET, scratch, sessionOf } from "#operations/backups/testing.ts";
import { readKeyRing } from "#platform/crypto/key-ring.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { beginRotation, isRotating, type Rotated, reencryptSecrets } from "./rotate.ts";

const directories = scratch();
afterAll(() => directories.remove());

const placeOf = (dataDir: string) => ({ dataDir, appSecret: null, appSecretOld: null });
const fileOf = (directory: string) => readFileSync(join(directory, "secret.key"), "utf8").trim();

/** A stopped installation with its key in a file, two companies with secrets, and a backup. */
async function installation() {
  const app = await startTestApp({ env: { APP_SECRET: "" } });
  const filled = [await fillCompany(app), await fillCompany(app)];
  const [first] = filled;
  if (!first) throw new Error("no company");
  writeSetting(first.tenant, "asaas", SECRET.setting);
  writeSetting(first.tenant, "smtpUrl", "smtps://u:mail-canary@mail.example.com");
  const store = folderStore(join(directories.next(), "backups"));
  const { run } = await backUpApp(app, store);
  await app.stop({ directory: true });
  return { directory: app.directory, ids: filled.map(({ tenant }) => tenant.id), store, run, first };
}
const rotate = (directory: string, dryRun = false) => {
  const files: Rotated[] = [];
  const result = reencryptSecrets({ place: placeOf(directory), dryRun, onFile: (file) => files.push(file) });
  return { ...result, files };
};

/** Starts the server on a directory and reads every secret. */
async function readsAll(directory: string, ids: readonly number[], connectionId: number): Promise<void> {
  const app = await startTestApp({ env: { APP_SECRET: "" }, directory });
  const key = fileOf(directory);
  for (const id of ids) {
    const tenant = app.installation.tenants.open(id);
    expect(proxyOf(tenant)).toBe(SECRET.proxy);
    expect(sessionOf(tenant.directory, connectionId, key)).toEqual({
      noise: SECRET.noise,
      ratchet: { ratchet: "canary-ratchet" },
    });
  }
  const [first = 0] = ids;
  expect(setting(app.installation.tenants.open(first), "asaas")).toBe(SECRET.setting);
  await app.stop({ directory: true });
}

/** The bytes of all files of a directory except key files. */
const bytesOf = (directory: string): Buffer =>
  Buffer.concat(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("secret.key"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  );

describe("rotation of the installation key", () => {
  test("a rotation re-encrypts everything with the new key and keeps the old key for backups", async () => {
    const { directory, ids, first, store, run } = await installation();
    const old = fileOf(directory);
    expect(rotate(directory, true)).toMatchObject({ sealed: 6, problems: 0, retired: [] });
    expect([fileOf(directory), isRotating(placeOf(directory))]).toEqual([old, false]);
    const sealedBefore =
      bytesOf(directory)
        .toString("latin1")
        .match(/v2\.[0-9a-f]{8}\.[\w-]{38,}/g) ?? [];
    expect(sealedBefore.length).toBeGreaterThanOrEqual(4);

    beginRotation(placeOf(directory));
    expect(fileOf(directory)).not.toBe(old);
    const { sealed, problems, retired } = rotate(directory);
    expect([sealed, problems, retired.length]).toEqual([6, 0, 1]);
    expect(statSync(join(directory, retired[0] ?? "")).mode & 0o777).toBe(0o600);
    expect(readKeyRing(placeOf(directory)).older).toEqual([]);
    await readsAll(directory, ids, first.connectionId);
    // The old secrets are not in free pages or WAL files either.
    const after = bytesOf(directory);
    for (const value of sealedBefore) expect(after.includes(value)).toBe(false);

    const restored = directories.next();
    const options = {
      store,
      run,
      passphrase: null,
      dryRun: false,
      overwrite: false,
      jobs: [],
      now: Date.now,
    };
    const to = { ...options, appSecret: null, onLine: () => undefined };
    await expect(restoreAll({ ...to, dataDirectory: restored })).rejects.toThrow("secret.key");
    cpSync(join(directory, retired[0] ?? ""), join(restored, retired[0] ?? ""));
    expect(await restoreAll({ ...to, dataDirectory: restored })).toEqual([]);
    await readsAll(restored, ids, first.connectionId);
    // The old backup can also replace the installation that has the new key.
    expect(await restoreAll({ ...to, dataDirectory: directory, overwrite: true })).toEqual([]);
    expect(fileOf(directory)).not.toBe(old);
    await readsAll(directory, ids, first.connectionId);
  });

  test("a rotation continues where it stopped; unreadable files keep the old key", async () => {
    const { directory, ids, first } = await installation();
    beginRotation(placeOf(directory));
    // Before any file is done, the server reads old secrets and encrypts with the new key.
    const app = await startTestApp({ env: { APP_SECRET: "" }, directory });
    expect(proxyOf(app.installation.tenants.open(ids[0] ?? 0))).toBe(SECRET.proxy);
    await app.stop({ directory: true });
    const broken = join(directory, "companies", String(ids[1]), "company.sqlite");
    const whole = readFileSync(broken);
    writeFileSync(broken, "no database");
    const cut = rotate(directory);
    expect([cut.problems, cut.retired]).toEqual([1, []]);
    expect(cut.files.find(({ problem }) => problem !== null)?.name).toBe(
      `companies/${ids[1]}/company.sqlite`,
    );
    expect(isRotating(placeOf(directory))).toBe(true);
    writeFileSync(broken, whole);
    const rest = rotate(directory);
    // Only files that are not done are processed again.
    expect(rest.files.map(({ name }) => name)).toEqual([`companies/${ids[1]}/company.sqlite`]);
    expect(rest.retired).toHaveLength(1);
    expect(existsSync(join(directory, "secret.key.older"))).toBe(false);
    await readsAll(directory, ids, first.connectionId);
  });

  test("a rotation does not change texts that only look like secrets", async () => {
    const { directory, ids } = await installation();
    const text = `v2.deadbeef.${"A".repeat(60)} and v1.${"b".repeat(60)}`;
    const app = await startTestApp({ env: { APP_SECRET: "" }, directory });
    writeSetting(app.installation.tenants.open(ids[0] ?? 0), "callRejectedMessage", text);
    await app.stop({ directory: true });
    beginRotation(placeOf(directory));
    expect(rotate(directory)).toMatchObject({ sealed: 6, problems: 0 });
    const again = await startTestApp({ env: { APP_SECRET: "" }, directory });
    expect(setting(again.installation.tenants.open(ids[0] ?? 0), "callRejectedMessage")).toBe(text);
    await again.stop();
  });
});
