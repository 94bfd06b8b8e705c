import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { all, one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact } from "#test/helpers/installation.ts";
import { wrapKey } from "./archive/passphrase.ts";
import { describeStaged, type RestoreOptions, restoreAll } from "./restore/restore.ts";
import { restoreCompanyFrom, tryRestoreCompany } from "./restore/restore-company.ts";
import { verify } from "./restore/verify.ts";
import { backUp } from "./run/back-up.ts";
import { findRun, listStamps } from "./run/runs.ts";
import { folderStore } from "./store/folder.ts";
import type { Store } from "./store/store.ts";
import {
  backUpApp,
  contactsOf,
  damage,
  fillCompany,
  KEY,
  login,
  OTHER_KEY,
  proxyOf,
  SECRET,
  scratch,
  sessionOf,
  startOn,
  writeMedia,
} from "./testing.ts";

const directories = scratch();
afterAll(() => directories.remove());
let app: TestApp;
let store: Store;
beforeEach(async () => {
  app = await startTestApp({ directory: directories.next() });
  store = folderStore(join(app.directory, "backups"));
});
afterEach(() => app.stop());

const restoreTo = async (dataDirectory: string, options: Partial<RestoreOptions> = {}) =>
  restoreAll({
    dataDirectory,
    store,
    run: await findRun(store, {}),
    appSecret: KEY,
    passphrase: null,
    dryRun: false,
    overwrite: false,
    jobs: ["schedules"],
    now: app.clock.now,
    onLine: () => {},
    ...options,
  });
const check = async (everyByte = true) =>
  verify({ store, run: await findRun(store, {}), dataDirectory: directories.next(), everyByte });
const companyFile = (id: number) => join(app.directory, "companies", String(id), "company.sqlite");

describe("backup of an installation", () => {
  test("a restored backup is the same installation: logins, files, numbers and secrets work", async () => {
    const { tenant, person, connectionId } = await fillCompany(app);
    const { run: made } = await backUpApp(app);
    expect(made.companies).toMatchObject([{ id: tenant.id, error: null }]);
    expect(await check()).toEqual([]);
    const directory = directories.next();
    expect(await restoreTo(directory)).toEqual([]);
    expect(sessionOf(join(directory, "companies", String(tenant.id)), connectionId, KEY)).toEqual({
      noise: SECRET.noise,
      ratchet: { ratchet: "canary-ratchet" },
    });
    const again = await startOn(app, directory);
    const restored = again.installation.tenants.open(tenant.id);
    expect([contactsOf(restored), proxyOf(restored), await login(again, person)]).toEqual([
      20,
      SECRET.proxy,
      200,
    ]);
    expect(await Bun.file(join(restored.mediaDirectory, "2026-11/foto.jpg")).text()).toBe("a picture");
    expect([...again.installation.tenants.dueCompanies("schedules", app.clock.now())]).toEqual([tenant.id]);
    await again.stop();
  });

  test("a backup of a company in use is a consistent snapshot", async () => {
    const { tenant } = await fillCompany(app);
    let writing = true;
    const write = (async () => {
      while (writing) {
        tenant.write(({ db }) => {
          run(
            db,
            "INSERT INTO tag (name, color, created_at, updated_at) VALUES (hex(randomblob(9)), '#111111', 0, 0)",
          );
          testContact(tenant);
        });
        await new Promise((next) => setImmediate(next));
      }
    })();
    for (let count = 0; count < 3; count += 1) await backUpApp(app);
    writing = false;
    await write;
    expect(await check()).toEqual([]);
    const directory = directories.next();
    await restoreTo(directory);
    const again = await startOn(app, directory);
    const restored = again.installation.tenants.open(tenant.id);
    const tags = all(restored.db, "SELECT id FROM tag").length;
    // The copy has both rows of each transaction, or none.
    expect(contactsOf(restored)).toBe(20 + tags);
    expect(tags).toBeGreaterThan(0);
    await again.stop();
  });

  test("media are stored once across backups, databases each time", async () => {
    const { tenant } = await fillCompany(app);
    await backUpApp(app);
    writeMedia(tenant, "2026-11/video.mp4", "x".repeat(5000));
    const second = await backUpApp(app);
    const third = await backUpApp(app);
    expect(second.bytes - third.bytes).toBeGreaterThan(4800);
    expect(await check()).toEqual([]);
    const shared = statSync(join(app.directory, "backups/media", String(tenant.id), "2026-11/video.mp4"));
    expect(shared.nlink).toBe(2);
  });

  test("a damaged company is left out of a backup with its reason, the others are stored", async () => {
    const [broken, fine] = [await fillCompany(app), await fillCompany(app)];
    await backUpApp(app);
    app.installation.tenants.release(broken.tenant.id);
    writeFileSync(companyFile(broken.tenant.id), "no database at all".repeat(500));
    const { run: made, removed } = await backUpApp(app, store, { keep: 1 });
    expect(made.companies.find(({ id }) => id === broken.tenant.id)?.error).toContain("cannot be copied");
    expect(made.companies.find(({ id }) => id === fine.tenant.id)?.error).toBeNull();
    // The last good copy of the damaged company is kept beyond the number of backups to keep.
    expect(removed).toBe(0);
    const good = await findRun(store, { company: broken.tenant.id });
    expect(good.stamp).not.toBe(made.stamp);
  });

  test("old backups are removed with the media that only they list", async () => {
    const { tenant } = await fillCompany(app);
    writeMedia(tenant, "2026-11/old.jpg", "old");
    await backUpApp(app);
    rmSync(join(tenant.mediaDirectory, "2026-11/old.jpg"));
    for (let count = 0; count < 3; count += 1) {
      app.clock.advance(86_400_000);
      await backUpApp(app, store, { keep: 2 });
    }
    expect(await listStamps(store)).toHaveLength(2);
    expect(readdirSync(join(app.directory, "backups/media", String(tenant.id), "2026-11"))).toEqual([
      "foto.jpg",
    ]);
    expect(await check()).toEqual([]);
  });

  test("a backup with a truncated media list keeps all media when older backups are removed", async () => {
    const { tenant } = await fillCompany(app);
    writeMedia(tenant, "2026-11/old.jpg", "old");
    await backUpApp(app);
    app.clock.advance(86_400_000);
    const { run: cut } = await backUpApp(app);
    const list = join(app.directory, `backups/runs/${cut.stamp}/companies/${tenant.id}/media.jsonl.zst`);
    writeFileSync(list, Bun.zstdCompressSync(""));
    rmSync(join(tenant.mediaDirectory, "2026-11/old.jpg"));
    app.clock.advance(86_400_000);
    const { removed } = await backUpApp(app, store, { keep: 2 });
    expect(removed).toBe(1);
    expect(readdirSync(join(app.directory, "backups/media", String(tenant.id), "2026-11")).sort()).toEqual([
      "foto.jpg",
      "old.jpg",
    ]);
  });

  test("verify finds a damaged backup, and a restore restores the undamaged companies", async () => {
    const [spoiled, fine] = [await fillCompany(app), await fillCompany(app)];
    const { run: made } = await backUpApp(app);
    damage(
      join(app.directory, `backups/runs/${made.stamp}/companies/${spoiled.tenant.id}/company.sqlite.zst`),
    );
    rmSync(join(app.directory, `backups/media/${fine.tenant.id}/2026-11/foto.jpg`));
    const problems = await check(false);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain(`company ${spoiled.tenant.id}`);
    expect(problems[1]).toContain("media/2026-11/foto.jpg is missing");
    const directory = directories.next();
    expect(await restoreTo(directory)).toHaveLength(2);
    const again = await startOn(app, directory);
    expect(contactsOf(again.installation.tenants.open(fine.tenant.id))).toBe(20);
    expect(() => again.installation.tenants.open(spoiled.tenant.id)).toThrow("ERR_TENANT_UNAVAILABLE");
    expect(again.installation.tenants.quarantined().get(spoiled.tenant.id)).toContain(
      "restore it from a backup",
    );
    await again.stop();
  });

  test("a damaged manifest or media list blocks neither the next backup nor its removal", async () => {
    const { tenant } = await fillCompany(app);
    const { run: listless } = await backUpApp(app);
    const list = join(app.directory, `backups/runs/${listless.stamp}/companies/${tenant.id}/media.jsonl.zst`);
    writeFileSync(list, "no list at all");
    app.clock.advance(86_400_000);
    const { run: good } = await backUpApp(app);
    app.clock.advance(86_400_000);
    const { run: spoiled } = await backUpApp(app);
    writeFileSync(join(app.directory, `backups/runs/${spoiled.stamp}/manifest.json`), "{");
    const heard: string[] = [];
    expect((await findRun(store, {}, (problem) => heard.push(problem))).stamp).toBe(good.stamp);
    expect(heard).toEqual([`backup ${spoiled.stamp}: manifest.json cannot be read`]);
    await expect(findRun(store, { stamp: spoiled.stamp })).rejects.toThrow(spoiled.stamp);
    // Media are not deleted while a list of them cannot be read.
    app.clock.advance(86_400_000);
    await backUpApp(app, store, { keep: 3 });
    expect(await listStamps(store)).not.toContain(listless.stamp);
    expect(await check()).toEqual([]);
    for (let nights = 0; nights < 3; nights += 1) {
      app.clock.advance(86_400_000);
      await backUpApp(app, store, { keep: 3 });
    }
    expect(await listStamps(store)).toHaveLength(3);
    expect(await listStamps(store)).not.toContain(spoiled.stamp);
    expect(await check()).toEqual([]);
  });

  test("a failed backup leaves nothing in the store, and leftovers of a killed one are removed a day later", async () => {
    await fillCompany(app);
    const full: Store = {
      ...store,
      put: (name, path) =>
        name.endsWith("system.sqlite.zst")
          ? Promise.reject(new Error("ENOSPC: no space left on device"))
          : store.put(name, path),
    };
    await expect(backUpApp(app, full)).rejects.toThrow("no space left");
    const runs = join(app.directory, "backups/runs");
    expect(existsSync(runs)).toBe(false);
    const killed = join(runs, "20261120T050000000Z/companies/1");
    mkdirSync(killed, { recursive: true });
    writeFileSync(join(killed, "company.sqlite.zst.part"), "half of it");
    const draft = join(app.directory, "work/backup-killed");
    mkdirSync(draft, { recursive: true });
    utimesSync(draft, new Date(), new Date(Date.now() - 2 * 86_400_000));
    app.clock.set(Date.parse("2026-11-20T06:00:00Z"));
    await backUpApp(app);
    expect(existsSync(killed)).toBe(true);
    app.clock.advance(86_400_000);
    await backUpApp(app);
    expect([existsSync(killed), existsSync(draft)]).toEqual([false, false]);
    expect(await check()).toEqual([]);
  });

  test("verify finds a flipped byte in the store", async () => {
    const { tenant } = await fillCompany(app);
    await backUpApp(app);
    const path = join(app.directory, `backups/media/${tenant.id}/2026-11/foto.jpg`);
    rmSync(path);
    writeFileSync(path, "a pictur?");
    expect(await check(false)).toEqual([]);
    expect(await check(true)).toEqual([expect.stringContaining("foto.jpg differs from the manifest")]);
  });

  test("one backup runs at a time", async () => {
    await fillCompany(app);
    const first = backUpApp(app);
    await expect(backUpApp(app)).rejects.toThrow("another backup is running");
    await first;
  });
});

describe("restore of a backup", () => {
  test("a restore needs --overwrite to replace an installation, and keeps the replaced data", async () => {
    const { tenant } = await fillCompany(app);
    await backUpApp(app);
    await app.stop({ directory: true });
    await expect(restoreTo(app.directory)).rejects.toThrow("--overwrite");
    expect(await restoreTo(app.directory, { overwrite: true })).toEqual([]);
    const aside = readdirSync(app.directory).find((name) => name.startsWith("before-restore-"));
    expect(readdirSync(join(app.directory, aside ?? ""))).toEqual(
      expect.arrayContaining(["companies", "system.sqlite"]),
    );
    app = await startOn(app, app.directory);
    expect(contactsOf(app.installation.tenants.open(tenant.id))).toBe(20);
  });

  test("a restore is rejected while the server uses the directory", async () => {
    await fillCompany(app);
    await backUpApp(app);
    await expect(restoreTo(app.directory, { overwrite: true })).rejects.toThrow("in use by another process");
  });

  test("a trial restore, of all or one company, works beside the running server and leaves nothing behind", async () => {
    const { tenant } = await fillCompany(app);
    const { run: made } = await backUpApp(app);
    const before = readdirSync(app.directory);
    const lines: string[] = [];
    expect(await restoreTo(app.directory, { dryRun: true, onLine: (line) => lines.push(line) })).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/1 media files, 1 sessions; integrity ok/)]);
    const staged = await tryRestoreCompany(app.installation, {
      store,
      run: made,
      id: tenant.id,
      passphrase: null,
    });
    expect(describeStaged(staged)).toBe(lines[0]?.slice(lines[0].indexOf(": ") + 2) ?? "");
    expect(readdirSync(app.directory)).toEqual(before);
    expect(readdirSync(join(app.directory, "work"))).toEqual(["lock.sqlite"]);
    const directory = directories.next();
    expect(await restoreTo(directory, { dryRun: true })).toEqual([]);
    expect(existsSync(directory)).toBe(false);
  });

  test("a restore needs the installation key, which the backup holds under a passphrase", async () => {
    const { tenant, connectionId } = await fillCompany(app);
    await backUpApp(app);
    await expect(restoreTo(directories.next(), { appSecret: null })).rejects.toThrow("secret.key");
    app.clock.advance(1000);
    await backUp({
      dataDirectory: app.directory,
      store,
      secrets: app.installation.secrets,
      wrappedKey: wrapKey(KEY, "a long passphrase"),
      keep: 0,
      now: app.clock.now,
    });
    const wrong = restoreTo(directories.next(), { appSecret: null, passphrase: "another passphrase" });
    await expect(wrong).rejects.toThrow("BACKUP_PASSPHRASE is not the one");
    const directory = directories.next();
    await restoreTo(directory, { appSecret: null, passphrase: "a long passphrase" });
    expect((await Bun.file(join(directory, "secret.key")).text()).trim()).toBe(KEY);
    // An installation that already has a key keeps it, and the restored secrets are encrypted with it.
    const other = directories.next();
    await restoreTo(other, { appSecret: OTHER_KEY, passphrase: "a long passphrase" });
    const again = await startOn(app, other, OTHER_KEY);
    const restored = again.installation.tenants.open(tenant.id);
    expect(proxyOf(restored)).toBe(SECRET.proxy);
    expect(sessionOf(restored.directory, connectionId, OTHER_KEY).noise).toBe(SECRET.noise);
    await again.stop();
  });

  test("a backup of a newer program is rejected with a message", async () => {
    await fillCompany(app);
    run(
      app.installation.system,
      "INSERT INTO schema_migration VALUES (9999, '9999_from_the_future', 'x', 0)",
    );
    await backUpApp(app);
    await expect(restoreTo(directories.next())).rejects.toThrow(
      "system.sqlite: made by a newer program: it has 9999_from_the_future",
    );
  });

  test("restoring one company leaves the others unchanged and keeps the replaced data", async () => {
    const [one1, other] = [await fillCompany(app), await fillCompany(app)];
    const { run: made } = await backUpApp(app);
    for (const { tenant } of [one1, other]) testContact(tenant);
    const options = {
      store,
      run: made,
      id: one1.tenant.id,
      passphrase: null,
      jobs: ["schedules"],
    };
    await expect(restoreCompanyFrom(app.installation, { ...options, overwrite: false })).rejects.toThrow(
      "--overwrite",
    );
    const { placed } = await restoreCompanyFrom(app.installation, { ...options, overwrite: true });
    expect(placed).toMatchObject({ id: one1.tenant.id, takenEmails: [], takenTokens: [] });
    const { tenants, system } = app.installation;
    expect([one1, other].map(({ tenant }) => contactsOf(tenants.open(tenant.id)))).toEqual([20, 21]);
    expect(await login(app, one1.person)).toBe(200);
    expect(
      one<{ at: number }>(system, "SELECT at FROM scheduled_wakeup WHERE company_id = ?", one1.tenant.id),
    ).toBeDefined();
  });
});
