import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { jobNames } from "#features.ts";
import { exportCompany } from "#operations/backups/exports/export-company.ts";
import { importCompany } from "#operations/backups/imports/import-company.ts";
import { findRun } from "#operations/backups/run/runs.ts";
import { folderStore } from "#operations/backups/store/folder.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { backUpApp, KEY, scratch, startOn } from "#operations/backups/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { program } from "#test/helpers/server-process.ts";
import { restoreAll } from "./restore.ts";
import { restoreCompanyFrom } from "./restore-company.ts";

const NUMBER = "5511976543210";
const DAY = 86_400_000;

const directories = scratch();
afterAll(() => directories.remove());
let app: TestApp;
let store: Store;
let archives: string;
let tenant: Tenant;
let admin: UserCtx;
let person: number;
beforeEach(async () => {
  app = await startTestApp({ directory: directories.next() });
  archives = directories.next();
  store = folderStore(archives);
  tenant = app.company("Padaria");
  admin = testUser(tenant, { profile: "admin" });
  const queue = testQueue(tenant);
  person = await known("Zulmira", NUMBER);
  testContact(tenant, { name: "Fica", number: "5511900000001" });
  const ticket = await app.api(admin).post("/tickets", {
    ...{ contactId: person, queueId: queue, userId: admin.actor.id, status: "open" },
    whatsappId: testConnection(tenant, { name: "Loja", queueIds: [queue], isDefault: true }),
  });
  // In the backup the ticket is open.
  expect(ticket.status).toBe(200);
  await backUpApp(app, store);
  app.clock.advance(DAY);
  await app.api(admin).put(`/tickets/${ticket.body.id}`, { status: "closed", justClose: true });
  expect((await app.api(admin).delete(`/contacts/${person}`)).status).toBe(200);
});
afterEach(() => app.stop());

/** Creates a contact with a number, as on the page. */
async function known(name: string, number: string, where = tenant): Promise<number> {
  const id = testContact(where, { name, number });
  run(
    where.db,
    "UPDATE contact_identity SET match_key = '1176543210' WHERE contact_id = ? AND value = ?",
    id,
    NUMBER,
  );
  return id;
}
const names = (where: Tenant) =>
  all<{ name: string }>(where.db, "SELECT name FROM contact WHERE is_group = 0 ORDER BY name").map(
    ({ name }) => name,
  );

/**
 * Files of a data directory that contain the person's data; data moved aside by a restore is not searched, because
 * the operator removes it.
 */
const places = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("before-restore"))
    .filter((path) => /zulmira|76543210/i.test(readFileSync(path).toString("latin1")));

/** Runs the job that removes erased words from search index and WAL, within a minute of the erasure. */
async function removedWordsGo(): Promise<void> {
  app.clock.advance(10_000);
  await app.app.runJob("removed_words");
  await becomesTrue(() => places(app.directory).length === 0);
}

const restoreOptions = async (stamp?: string) => ({
  ...{ store, run: await findRun(store, { stamp, company: undefined }), passphrase: null },
  ...{ dryRun: false, overwrite: true, jobs: jobNames() },
});

describe("contact erased after a backup was made", () => {
  test("an erased contact is in the ledger without personal data", async () => {
    const rows = all<{ hash: string }>(app.installation.system, "SELECT * FROM erased_identity");
    expect(rows).toMatchObject([{ company_id: tenant.id, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    await removedWordsGo();
  });

  test("a restored contact is erased again, even with an open ticket; a contact created later with the same number stays", async () => {
    await restoreCompanyFrom(app.installation, { ...(await restoreOptions()), id: tenant.id });
    expect(names(app.installation.tenants.open(tenant.id))).toContain("Zulmira");
    await app.app.runJob("erased_again");
    const back = app.installation.tenants.open(tenant.id);
    expect(names(back)).toEqual(["Fica"]);
    await removedWordsGo();
    await known("Zulmira de volta", NUMBER, back);
    await app.app.runJob("erased_again");
    expect(names(back)).toEqual(["Fica", "Zulmira de volta"]);
  });

  test("a full restore erases again by the ledger of the replaced installation", async () => {
    await app.stop({ directory: true });
    const restored = Bun.spawn(program("restore", "--from", archives, "--overwrite"), {
      env: { ...process.env, DATA_DIR: app.directory, APP_SECRET: KEY, TZ: "UTC" },
      ...{ stdout: "pipe", stderr: "pipe" },
    });
    const said = await new Response(restored.stdout).text();
    expect([await restored.exited, await new Response(restored.stderr).text()]).toEqual([0, ""]);
    expect(said).toContain(
      `company ${tenant.id}: people erased again, because they were erased after the backup: 1`,
    );
    expect(places(app.directory)).toEqual([]);
    app = await startOn(app, app.directory);
    expect(names(app.installation.tenants.open(tenant.id))).toEqual(["Fica"]);
  });

  test("a restore on another machine erases again by the ledger of the newest backup", async () => {
    const old = (await findRun(store, {})).stamp;
    await backUpApp(app, store);
    expect((await findRun(store, {})).stamp).not.toBe(old);
    const elsewhere = directories.next();
    const problems = await restoreAll({
      ...(await restoreOptions(old)),
      ...{ dataDirectory: elsewhere, appSecret: KEY, now: app.clock.now, onLine: () => {} },
    });
    expect(problems).toEqual([]);
    const other = await startOn(app, elsewhere);
    expect(names(other.installation.tenants.open(tenant.id))).toEqual(["Fica", "Zulmira"]);
    await other.app.runJob("erased_again");
    expect(names(other.installation.tenants.open(tenant.id))).toEqual(["Fica"]);
    await other.stop({ directory: true });
    expect(places(elsewhere)).toEqual([]);
  });

  test("contacts erased since are erased again in an older archive imported under a new id", async () => {
    await restoreCompanyFrom(app.installation, { ...(await restoreOptions()), id: tenant.id });
    const path = join(directories.path, "padaria.tar");
    rmSync(path, { force: true });
    const { secrets, dataDirectory } = app.installation;
    const passphrase = "uma frase bem longa";
    await exportCompany({ dataDirectory, id: tenant.id, path, secrets, passphrase, now: app.clock.now });
    const { placed } = await importCompany(app.installation, {
      ...{ path, passphrase, dryRun: false, start: true, jobs: jobNames() },
    });
    const copy = app.installation.tenants.open(placed?.id ?? 0);
    expect(names(copy)).toContain("Zulmira");
    await app.app.runJob("erased_again");
    expect(names(copy)).toEqual(["Fica"]);
  });
});

test("an erasure that is missing in the installation's ledger after a kill is copied there by the job", async () => {
  const { system } = app.installation;
  run(system, "DELETE FROM erased_identity");
  await app.app.runJob("erasure_ledger");
  expect(one<{ n: number }>(system, "SELECT count(*) AS n FROM erased_identity")).toEqual({ n: 1 });
});
